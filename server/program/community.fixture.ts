import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { type Member, type SiteResponse, send, signUp } from "./member.fixture.ts";

/** A pause between a user's steps, so that the programs also have time for other work, such as starting. */
const PAUSE_MS = 300;
const ATTEMPTS_MAX = 100;

export interface Post {
  readonly id: string;
  readonly title: string;
  commentCount: number;
  /** When its deletion was confirmed. */
  deletedAt: number;
}

export type Community = Awaited<ReturnType<typeof startCommunity>>;

interface CommunityOptions {
  readonly urls: readonly string[];
  readonly cdnUrl: string;
  /** How long the CDN may still show deleted content. */
  readonly cdnDeletionDelayMs: number;
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const FAILED_RESPONSE: SiteResponse = { status: 0, text: "", source: null };

/**
 * Simulates members and visitors who use all programs and the CDN during faults. Members repeat a write until it is
 * confirmed, and then read the result from a random program and from the CDN.
 */
export async function startCommunity({ urls, cdnUrl, cdnDeletionDelayMs }: CommunityOptions) {
  const posts: Post[] = [];
  const imagePaths: string[] = [];
  const confirmedCounts = { posts: 0, comments: 0, deletions: 0, images: 0 };
  const violations: string[] = [];
  let isOver = false;
  const image = await sharp({ create: { width: 40, height: 40, channels: 3, background: "teal" } })
    .png()
    .toBuffer();

  /** Sends a write to random programs until one confirms it. After `stop`, returns false if it fails too often. */
  async function write(
    path: string,
    attempt: (url: string) => Promise<SiteResponse>,
    /** Whether the response to a repeated request shows that an earlier one succeeded. */
    hasSucceededBefore: (response: SiteResponse) => boolean = () => false,
  ): Promise<boolean> {
    for (let count = 1; ; count += 1) {
      const response = await attempt(pick(urls) + path).catch(() => FAILED_RESPONSE);
      if ((response.status >= 200 && response.status < 400) || (count > 1 && hasSucceededBefore(response)))
        return true;
      if (response.status > 0 && response.status < 500)
        violations.push(`${path} responded with ${response.status}: ${response.text}`);
      if (isOver && count > ATTEMPTS_MAX) return false;
      await sleep(PAUSE_MS);
    }
  }

  /** Opens a page as the author of its content. The response must be right, unless the request fails. */
  async function expectOwnPage(
    member: Member,
    url: string,
    violation: string,
    isRight: (response: SiteResponse) => boolean,
  ) {
    const response = await member.open(url).catch(() => FAILED_RESPONSE);
    if (response.status === 0 || response.status >= 500) return;
    if (!isRight(response)) violations.push(`${violation}: ${url} responded with ${response.status}`);
    if (response.source !== null && response.source !== "site")
      violations.push(`a member got ${url} from the CDN's cache`);
  }

  async function actAsMember(member: Member): Promise<void> {
    while (!isOver) {
      const id = randomUUID();
      const post: Post = { id, title: `Post ${id}`, commentCount: 0, deletedAt: Number.POSITIVE_INFINITY };
      const content = "Written while servers fail.";
      const form = { intent: "post", requestId: id, title: post.title, content, category: "tech", tags: "" };
      if (!(await write("/create.data", (url) => member.submit(url, form)))) return;
      posts.push(post);
      confirmedCounts.posts += 1;
      const text = `Comment on ${id}.`;
      const comment = { intent: "comment", requestId: randomUUID(), parentId: "", content: text };
      if (await write(`/forum/${id}.data`, (url) => member.submit(url, comment))) {
        post.commentCount += 1;
        confirmedCounts.comments += 1;
      }
      for (const url of [pick(urls), cdnUrl])
        await expectOwnPage(member, `${url}/forum/${id}`, "an author doesn't see their comment", (response) =>
          response.text.includes(text),
        );
      await sleep(PAUSE_MS);
      const path = `/storage/v1/object/post-images/${member.id}/${randomUUID()}`;
      const upload = (url: string) => member.upload(url, new Uint8Array(image));
      if (await write(path, upload, (response) => response.text.includes("KeyAlreadyExists"))) {
        imagePaths.push(path.replace("/object/", "/object/public/"));
        confirmedCounts.images += 1;
      }
      await sleep(PAUSE_MS);
      if (Math.random() < 0.5) continue;
      const remove = (url: string) => member.submit(url, { intent: "delete" });
      if (!(await write(`/forum/${id}/edit.data`, remove, ({ status }) => status === 404))) continue;
      post.deletedAt = performance.now();
      confirmedCounts.deletions += 1;
      for (const url of [pick(urls), cdnUrl])
        await expectOwnPage(
          member,
          `${url}/forum/${id}`,
          "an author sees their deleted post",
          ({ status }) => status === 404,
        );
      await sleep(PAUSE_MS);
    }
  }

  /** Reads lists and posts from these URLs in turn. They may show a deleted post for `deletionDelayMs`. */
  async function actAsVisitor(siteUrls: readonly string[], deletionDelayMs: number): Promise<void> {
    for (let round = 0; !isOver; round += 1) {
      const deletedBefore = performance.now() - deletionDelayMs;
      const deletedPosts = posts.filter(({ deletedAt }) => deletedAt < deletedBefore).slice(-200);
      const path =
        round % 2 === 0 || deletedPosts.length === 0 ? "/forum?sort=new" : `/forum/${pick(deletedPosts).id}`;
      const url = `${siteUrls[round % siteUrls.length]}${path}`;
      const { text } = await send(url).catch(() => FAILED_RESPONSE);
      for (const { title } of deletedPosts)
        if (text.includes(title)) violations.push(`${url} shows the deleted ${title}`);
      await sleep(PAUSE_MS);
    }
  }

  const members = await Promise.all(urls.map(signUp));
  const simulations = [
    ...members.map(actAsMember),
    actAsVisitor(urls, 0),
    actAsVisitor(urls, 0),
    actAsVisitor([cdnUrl], cdnDeletionDelayMs),
    actAsVisitor([cdnUrl], cdnDeletionDelayMs),
  ];
  return {
    posts,
    /** Paths of the images whose upload was confirmed. */
    imagePaths,
    /** How many writes of each kind were confirmed. */
    confirmedCounts,
    /** Everything that mustn't happen but did. */
    violations,
    /** Lets each user finish what they are doing, then stops. */
    async stop() {
      isOver = true;
      await Promise.all(simulations);
    },
  };
}
