import { LRUCache } from "lru-cache";
import { toAddressGroup } from "#server/platform/client-address.ts";

/** A member, or an anonymous visitor by IP address. */
export interface AiClient {
  readonly memberId: string | null;
  /** The account, which may be anonymous; null for visitors. */
  readonly userId: string | null;
  readonly address: string;
}

/** Returns the key under which a client's uses are counted. */
export const getClientKey = ({ memberId, address }: AiClient): string => memberId ?? toAddressGroup(address);

const REJECTED_MS = 10_000;

/** Clients that were rejected a moment ago. Only in memory, because this just avoids unnecessary work. */
export interface RejectedClients {
  add(client: AiClient): void;
  has(client: AiClient): boolean;
}

export function createRejectedClients(): RejectedClients {
  const rejected = new LRUCache<string, true>({ max: 20_000, ttl: REJECTED_MS });
  return {
    add: (client) => void rejected.set(getClientKey(client), true),
    has: (client) => rejected.has(getClientKey(client)),
  };
}
