import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { encodeSessionCookies, serializeSession } from "#core/accounts/session-cookie.ts";

const ATTEMPT_TIMEOUT_MS = 5_000;
const RETRY_DELAY_MS = 200;
const WRITE_INTERVAL_MS = 60;

export const KINDS = ["post", "comment", "vote", "image"] as const;
export type Kind = (typeof KINDS)[number];

/** A write that a member attempts until the site acknowledges it or the test ends. */
export interface Write {
  readonly kind: Kind;
  /** The post's ID, the comment's marker, the post that was voted on, or the image's key. */
  readonly id: string;
  readonly memberId: string;
  attemptCount: number;
  isAcknowledged: boolean;
}

export interface Writers {
  readonly writes: readonly Write[];
  /** A description of each write that its author didn't see on the next page. */
  readonly unseenWrites: readonly string[];
  /**
   * Starts no more writes, and waits until those in progress are acknowledged. Rejects after `timeoutMs`, or if a write
   * was refused.
   */
  finish(timeoutMs: number): Promise<void>;
}

interface Member {
  readonly id: string;
  readonly cookie: string;
  readonly authorization: string;
  /** The cookie with the position of the member's last write in the database's write-ahead log. */
  positionCookie: string;
}

async function signUp(url: string): Promise<Member> {
  const name = `writer_${randomUUID().slice(0, 8)}`;
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${name}@example.org`, password: randomUUID(), data: { username: name } }),
  });
  if (!response.ok) throw new Error(`Sign-up failed: ${response.status} ${await response.text()}`);
  const session = (await response.json()) as { access_token: string; user: { id: string } };
  const cookie = encodeSessionCookies(serializeSession(session))
    .filter((line) => !line.includes("Max-Age=0"))
    .map((line) => line.split(";")[0])
    .join("; ");
  return { id: session.user.id, cookie, authorization: `Bearer ${session.access_token}`, positionCookie: "" };
}

/**
 * Starts members who write continuously. They repeat a failed request until it is acknowledged, with the same ID, as
 * the site's own pages do when a form is submitted again. They send each attempt to the next program.
 */
export async function startWriters(urls: readonly string[], count: number): Promise<Writers> {
  const image = await sharp({ create: { width: 40, height: 40, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const members: Member[] = [];
  for (let index = 0; index < count; index += 1) members.push(await signUp(urls[0] as string));
  const writes: Write[] = [];
  const unseenWrites: string[] = [];
  const postIds: string[] = [];
  let isEnding = false;
  let requestCount = 0;

  function send(url: string, { kind, id }: Write, member: Member, postId: string): Promise<Response> {
    const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
    if (kind === "image")
      return fetch(`${url}/storage/v1/object/post-images/${id}`, {
        method: "POST",
        headers: { authorization: member.authorization, "content-type": "image/png" },
        body: new Uint8Array(image),
        signal,
      });
    const forms = {
      post: {
        intent: "post",
        requestId: id,
        title: `Written during faults ${id}`,
        category: "tech",
        tags: "",
      },
      comment: { intent: "comment", requestId: id, parentId: "" },
      vote: { vote: "1", rule: "once" },
    };
    const paths = { post: "/create.data", comment: `/forum/${postId}.data`, vote: `/forum/${id}/vote.data` };
    return fetch(url + paths[kind], {
      method: "POST",
      headers: { Cookie: `${member.cookie}; ${member.positionCookie}`, Origin: url },
      body: new URLSearchParams({ ...forms[kind], content: `Marked ${id}, so that it can be counted.` }),
      redirect: "manual",
      signal,
    });
  }

  async function write(kind: Kind, member: Member): Promise<void> {
    const postId = postIds[Math.floor(Math.random() * postIds.length)] ?? "";
    if (postId === "" && kind !== "post" && kind !== "image") return;
    const id = kind === "vote" ? postId : kind === "image" ? `${member.id}/${randomUUID()}` : randomUUID();
    if (
      kind === "vote" &&
      writes.some((other) => other.id === id && other.memberId === member.id && other.kind === kind)
    )
      return;
    const record: Write = { kind, id, memberId: member.id, attemptCount: 0, isAcknowledged: false };
    writes.push(record);
    while (!record.isAcknowledged) {
      record.attemptCount += 1;
      requestCount += 1;
      try {
        const response = await send(urls[requestCount % urls.length] as string, record, member, postId);
        const text = await response.text();
        const positionCookie = response.headers
          .getSetCookie()
          .find((cookie) => cookie.startsWith("position="));
        if (positionCookie !== undefined) member.positionCookie = positionCookie.split(";")[0] ?? "";
        // An earlier attempt succeeded, but its response was lost.
        const isAlreadyApplied = record.attemptCount > 1 && /KeyAlreadyExists|Already Voted/.test(text);
        record.isAcknowledged = response.status < 300 || isAlreadyApplied;
        if (!record.isAcknowledged && response.status < 500 && response.status !== 429)
          throw new Error(`${kind} was refused with ${response.status}: ${text.slice(0, 300)}`);
      } catch (error) {
        if (error instanceof Error && error.message.includes("was refused")) throw error;
      }
      if (!record.isAcknowledged) await sleep(RETRY_DELAY_MS);
    }
    if (kind === "post") postIds.push(id);
    if (kind === "post" || kind === "comment") await checkVisible(kind === "post" ? id : postId, id, member);
  }

  /** Opens a post on the next program, and records `id` as unseen unless the page shows it or the request fails. */
  async function checkVisible(postId: string, id: string, member: Member): Promise<void> {
    requestCount += 1;
    const url = `${urls[requestCount % urls.length]}/forum/${postId}`;
    const headers = { Cookie: `${member.cookie}; ${member.positionCookie}` };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) }).catch(
      () => null,
    );
    const text = await response?.text().catch(() => null);
    if (response?.ok && typeof text === "string" && !text.includes(id))
      unseenWrites.push(`${url} doesn't show ${id} to its author`);
  }

  const completion = Promise.all(
    members.map(async (member) => {
      while (!isEnding) {
        const chance = Math.random();
        await write(
          chance < 0.25 ? "post" : chance < 0.55 ? "comment" : chance < 0.9 ? "vote" : "image",
          member,
        );
        await sleep(WRITE_INTERVAL_MS);
      }
    }),
  );
  completion.catch(() => {});
  return {
    writes,
    unseenWrites,
    async finish(timeoutMs) {
      isEnding = true;
      const timeout = AbortSignal.timeout(timeoutMs);
      const timeoutRejection = new Promise<never>((_, reject) =>
        timeout.addEventListener("abort", () => reject(new Error("Some writes were never acknowledged."))),
      );
      await Promise.race([completion, timeoutRejection]);
    },
  };
}
