import { LRUCache } from "lru-cache";
import { addressGroup } from "#server/platform/client-address.ts";

/** Who asks: a member, or an anonymous visitor by IP address. */
export interface Asker {
  readonly memberId: string | null;
  readonly address: string;
}

/** The key under which a client's uses are counted. */
export const keyOfAsker = ({ memberId, address }: Asker): string => memberId ?? addressGroup(address);

const REFUSED_MS = 10_000;

/** Clients that were refused a moment ago. In memory only, because it just saves work. */
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
