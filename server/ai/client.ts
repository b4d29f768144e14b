import { LRUCache } from "lru-cache";
import { toAddressGroup } from "#server/platform/client-address.ts";

/** A member, or a visitor identified by IP address. */
export interface AiClient {
  readonly memberId: string | null;
  /** The ID of the account, which may be anonymous; null for visitors without an account. */
  readonly userId: string | null;
  readonly address: string;
}

export const getClientKey = ({ memberId, address }: AiClient): string => memberId ?? toAddressGroup(address);

const REJECTED_TTL_MS = 10_000;

export type RejectedClients = ReturnType<typeof createRejectedClients>;

/** Remembers clients that were just rejected. Memory is enough, because this only avoids unnecessary work. */
export function createRejectedClients() {
  const cache = new LRUCache<string, true>({ max: 20_000, ttl: REJECTED_TTL_MS });
  return {
    add: (client: AiClient) => void cache.set(getClientKey(client), true),
    has: (client: AiClient) => cache.has(getClientKey(client)),
  };
}
