import { LRUCache } from "lru-cache";
import { addressGroup } from "#server/platform/client-address.ts";

/** Who asks: a member, or whoever is at an address. */
export interface Asker {
  readonly memberId: string | null;
  readonly address: string;
}

/** What an asker's uses are counted by. */
export const keyOfAsker = ({ memberId, address }: Asker): string => memberId ?? addressGroup(address);

const REFUSED_MS = 10_000;

/** Who was refused a moment ago; in memory, since it only spares work. */
export interface RefusedAskers {
  add(asker: Asker): void;
  has(asker: Asker): boolean;
}

export function createRefusedAskers(): RefusedAskers {
  const refused = new LRUCache<string, true>({ max: 20_000, ttl: REFUSED_MS });
  return {
    add: (asker) => void refused.set(keyOfAsker(asker), true),
    has: (asker) => refused.has(keyOfAsker(asker)),
  };
}
