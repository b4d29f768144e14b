import { LRUCache } from "lru-cache";
import { toAddressGroup } from "#server/platform/client-address.ts";

/** Who asks: a member, or an anonymous visitor by IP address. */
export interface AiClient {
  readonly memberId: string | null;
  readonly address: string;
}

/** The key under which a client's uses are counted. */
export const getClientKey = ({ memberId, address }: AiClient): string => memberId ?? toAddressGroup(address);

const REFUSED_MS = 10_000;

/** Clients that were refused a moment ago. In memory only, because it just saves work. */
export interface RefusedClients {
  add(client: AiClient): void;
  has(client: AiClient): boolean;
}

export function createRefusedClients(): RefusedClients {
  const refused = new LRUCache<string, true>({ max: 20_000, ttl: REFUSED_MS });
  return {
    add: (client) => void refused.set(getClientKey(client), true),
    has: (client) => refused.has(getClientKey(client)),
  };
}
