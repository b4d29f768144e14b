import type { Viewer } from "#core/accounts/member.ts";
import { toAddressNetwork } from "#server/platform/client-address.ts";
import { ChatError } from "./chat-errors.ts";
import { type AiClient, getClientKey } from "./client.ts";
import type { AiDeps } from "./deps.ts";

/** A use charged for an answer. */
export interface Use {
  /** How many more answers the client can get today. */
  readonly leftToday: number;
  /** Refunds every counter, for an answer that never started. */
  refund(): Promise<void>;
  /**
   * Refunds an interrupted answer to the client and its network, but not to the site, which paid for the part that was
   * generated.
   */
  refundClient(): Promise<void>;
}

const MINUTE_MS = 60_000;

/**
 * One network can use only this share of the site's daily limit, because one person can have many accounts. The
 * network's limit is never lower than a single client's.
 */
const NETWORK_SHARE = 0.25;

/** Charges one answer to all counters or to none. Days end at midnight UTC. Throws ChatError (429). */
export async function consumeUse(deps: AiDeps, client: AiClient): Promise<Use> {
  const { minute, day, network, site } = await buildCounters(deps, client);
  const counters = [minute, day, network, site];
  const result = await deps.allowances.consume(counters);
  if (!result.allowed) {
    deps.rejectedClients.add(client);
    throw new ChatError("rate_limited", { retryAfterSeconds: result.retryAfterSeconds });
  }
  const [, ...remainingToday] = result.remaining;
  return {
    leftToday: Math.min(...remainingToday),
    refund: () => deps.allowances.refund(counters),
    refundClient: () => deps.allowances.refund([minute, day, network]),
  };
}

export interface Allowance {
  /** Answers left until midnight UTC. */
  readonly leftToday: number;
  /** The daily limit for this kind of client: a visitor or a member. */
  readonly perDay: number;
}

/**
 * Returns the viewer's daily limit and how many more answers the viewer can get today. `address` is the client's IP
 * address. Runs one query.
 */
export async function readAllowance(deps: AiDeps, viewer: Viewer, address: string): Promise<Allowance> {
  const client = { memberId: viewer?.id ?? null, userId: null, address };
  const { day, network, site } = await buildCounters(deps, client);
  const remainingUses = await deps.allowances.readRemaining([day, network, site]);
  return { leftToday: Math.min(...remainingUses), perDay: day.max };
}

async function buildCounters({ clock, site }: AiDeps, client: AiClient) {
  const { aiLimits } = await site.read();
  const now = clock.now();
  const midnight = new Date(now);
  midnight.setUTCHours(24, 0, 0, 0);
  const kind = client.memberId === null ? "visitor" : "member";
  const key = getClientKey(client);
  const { perMinute, perDay } = aiLimits[kind];
  return {
    minute: { name: `ai.${kind}.minute`, key, max: perMinute, until: new Date(now.getTime() + MINUTE_MS) },
    day: { name: `ai.${kind}.day`, key, max: perDay, until: midnight },
    network: {
      name: "ai.network.day",
      key: toAddressNetwork(client.address),
      max: Math.max(
        aiLimits.visitor.perDay,
        aiLimits.member.perDay,
        Math.floor(aiLimits.sitePerDay * NETWORK_SHARE),
      ),
      until: midnight,
    },
    site: { name: "ai.site.day", key: "", max: aiLimits.sitePerDay, until: midnight },
  };
}
