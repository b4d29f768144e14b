import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { signUpMember } from "../member.ts";
import { ACTIONS, type Action, type Rates } from "./behavior.ts";

/** The number of accounts that perform all members' actions. */
const ACCOUNT_COUNT = 50;
/** While this many requests are waiting, the site is overloaded and no more are sent. */
const PENDING_MAX = 2_000;
const SENTENCES = [
  "Fees fell again this week, and most of the traffic has moved to rollups.",
  "Has anyone measured how much memory the smaller model really needs?",
  "The error rates are impressive, but one logical qubit is still far away.",
  "A validator that misses a few blocks loses less than most people think.",
];

export interface Tally {
  /** Durations of the successful requests in ms. */
  readonly durations: Record<Action, number[]>;
  readonly failures: Map<string, number>;
  /** Bytes of the decoded response bodies. */
  bytes: number;
  /** Requests that weren't sent because too many were waiting. */
  skippedCount: number;
}

export interface Community {
  /**
   * Performs actions at these rates and returns what happened. The time between two actions is random (a Poisson
   * process).
   */
  act(rates: Rates, seconds: number): Promise<Tally>;
}

/** Signs up the members. Requests go to the programs at `urls` in turn, as a load balancer would send them. */
export async function createCommunity(
  urls: readonly string[],
  postIds: readonly string[],
): Promise<Community> {
  const cookies: string[] = [];
  for (let index = 0; index < ACCOUNT_COUNT; index += 1)
    cookies.push(await signUpMember(urls[index % urls.length] as string));
  const recentPostIds = [...postIds];
  const choosePostId = () => {
    // At least half of the time, chooses one of the thirty newest posts.
    const candidateCount = Math.min(recentPostIds.length, Math.random() < 0.5 ? 30 : recentPostIds.length);
    return recentPostIds[recentPostIds.length - 1 - randomInt(candidateCount)] as string;
  };
  const choosePath = () => {
    const chance = Math.random();
    if (chance < 0.2) return "/";
    if (chance < 0.45) return "/forum";
    if (chance < 0.55) return "/news";
    if (chance < 0.6) return `/forum?q=${["fees", "validators", "model"][randomInt(3)]}`;
    return `/forum/${choosePostId()}`;
  };
  let requestCount = 0;

  async function send(tally: Tally, path: string, cookie?: string, form?: Record<string, string>) {
    requestCount += 1;
    const url = urls[requestCount % urls.length] as string;
    const response = await fetch(url + path, {
      redirect: "manual",
      headers: { ...(cookie && { Cookie: cookie }), ...(form && { Origin: url }) },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    tally.bytes += (await response.arrayBuffer()).byteLength;
    if (response.status >= 400) throw new Error(`${path.split("?")[0]} responded with ${response.status}`);
  }

  function sendAction(action: Action, tally: Tally): Promise<void> {
    const cookie = cookies[randomInt(cookies.length)] as string;
    const requestId = randomUUID();
    const content = `${SENTENCES[randomInt(SENTENCES.length)]} (${requestId.slice(0, 8)})`;
    switch (action) {
      case "visitor page":
        return send(tally, choosePath());
      case "member page":
        return send(tally, choosePath(), cookie);
      case "vote":
        return send(tally, `/forum/${choosePostId()}/vote.data`, cookie, {
          vote: Math.random() < 0.9 ? "1" : "-1",
          rule: "toggle",
        });
      case "comment":
        return send(tally, `/forum/${choosePostId()}.data`, cookie, {
          intent: "comment",
          parentId: "",
          requestId,
          content,
        });
      case "post":
        return send(tally, "/create.data", cookie, {
          intent: "post",
          requestId,
          title: `What changed this week ${requestId.slice(0, 8)}`,
          content,
          category: "tech",
          tags: "weekly",
        }).then(() => void recentPostIds.push(requestId));
    }
  }

  return {
    async act({ perSecond }, seconds) {
      const tally: Tally = {
        durations: { "visitor page": [], "member page": [], vote: [], comment: [], post: [] },
        failures: new Map(),
        bytes: 0,
        skippedCount: 0,
      };
      const pendingRequests = new Set<Promise<void>>();
      const endsAt = performance.now() + seconds * 1_000;
      const timeAction = async (action: Action) => {
        const startedAt = performance.now();
        try {
          await sendAction(action, tally);
          tally.durations[action].push(performance.now() - startedAt);
        } catch (error) {
          const reason = `${action}: ${error instanceof Error ? error.message.replaceAll(/[0-9a-f-]{36}/g, "…") : error}`;
          tally.failures.set(reason, (tally.failures.get(reason) ?? 0) + 1);
        }
      };
      await Promise.all(
        ACTIONS.map(async (action) => {
          for (let nextAt = performance.now(); ; ) {
            nextAt += (-Math.log(1 - Math.random()) / perSecond[action]) * 1_000;
            if (nextAt > endsAt) return;
            await sleep(Math.max(0, nextAt - performance.now()));
            if (pendingRequests.size >= PENDING_MAX) tally.skippedCount += 1;
            else {
              const request = timeAction(action).finally(() => pendingRequests.delete(request));
              pendingRequests.add(request);
            }
          }
        }),
      );
      await Promise.all(pendingRequests);
      return tally;
    },
  };
}
