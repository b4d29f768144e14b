/**
 * Preview images for shared links, drawn from public data for posts, articles, members and the site itself, and
 * served under /og. Each URL has a digest of the image's content. Owns no tables; caches a limited number of images
 * in memory (docs/decisions/048).
 */
import { type Context, Hono } from "hono";
import type { Database } from "#server/database/index.ts";
import { getClientAddress, toAddressGroup } from "#server/platform/client-address.ts";
import type { RateLimits } from "#server/platform/rate-limit.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { CARD_HEIGHT, CARD_WIDTH } from "./card.ts";
import {
  buildSiteSubject,
  buildSubject,
  computeVersion,
  type SharedContent,
  type SharedKind,
  type SiteFacts,
  type Subject,
} from "./describe-card.ts";
import { findSubject } from "./find-subject.ts";
import { createPictureCache } from "./picture-cache.ts";
import { createPictureRenderer } from "./render-picture.ts";

/** A path on this site, and the size in pixels. */
export interface SharedPicture {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

export interface Sharing {
  readonly http: Hono;
  getSitePicture(): Promise<SharedPicture>;
  getPostPicture(post: SharedContent["posts"]): Promise<SharedPicture>;
  getArticlePicture(article: SharedContent["news"]): Promise<SharedPicture>;
  getMemberPicture(member: SharedContent["members"]): Promise<SharedPicture>;
  /** Stops the drawing thread. */
  close(): Promise<void>;
}

export interface SharingDeps {
  readonly database: Database;
  readonly settings: { read(): Promise<{ readonly siteName: string }> };
  readonly publicUrl: string;
  /** The storage protocol, used with public access. */
  readonly files: Hono;
  readonly limits: Pick<RateLimits, "consume">;
  /** The number of proxies whose forwarded headers are trusted. */
  readonly trustProxy: number;
}

const MOUNT = "/og";
const FILES_MOUNT = "/storage/v1";
/**
 * New images per IP address. Each takes a third of a second of CPU time. Crawlers need few, and cached ones aren't
 * counted. Lower than the queue's limit (render-picture.ts), so that one client can't fill the queue.
 */
const NEW_PER_ADDRESS = { points: 10, durationSeconds: 60 };
const KINDS = Object.keys(buildSubject) as SharedKind[];

export function createSharing({
  database,
  settings,
  publicUrl,
  files,
  limits,
  trustProxy,
}: SharingDeps): Sharing {
  const renderer = createPictureRenderer();
  const cache = createPictureCache();
  const { host } = new URL(publicUrl);
  const stored = new Hono().route(FILES_MOUNT, files);
  const describeSite = async (): Promise<SiteFacts> => ({ siteName: (await settings.read()).siteName, host });

  async function readPhoto(path: string): Promise<Buffer | null> {
    const found = await stored.request(path);
    return found.ok ? Buffer.from(await found.arrayBuffer()) : null;
  }

  const make = async ({ card, photo }: Subject) => {
    const bytes = photo === null ? null : await readPhoto(photo);
    // If the photo was deleted, use the generated avatar.
    if (photo === null || bytes !== null || card.kind === "site") return renderer.render(card, bytes);
    const seed = card.kind === "content" ? card.by : card.name;
    return renderer.render({ ...card, avatar: { seed } }, null);
  };

  const buildPath = (kind: SharedKind | "site", id: string, subject: Subject) =>
    kind === "site"
      ? `${MOUNT}/site-${computeVersion(subject)}.png`
      : `${MOUNT}/${kind}/${id}-${computeVersion(subject)}.png`;
  const picture = (path: string): SharedPicture => ({ path, width: CARD_WIDTH, height: CARD_HEIGHT });
  const createPictureGetter =
    <Kind extends SharedKind>(kind: Kind) =>
    async (content: SharedContent[Kind]) =>
      picture(buildPath(kind, content.id, buildSubject[kind](await describeSite(), content)));

  async function respond(
    c: Context,
    requestedPath: string,
    address: string,
    subject: Subject,
  ): Promise<Response> {
    // Only the current URL is drawn: made-up versions cost nothing, and old ones redirect.
    if (requestedPath !== address)
      return new Response(null, {
        status: 302,
        headers: { Location: address, "Cache-Control": "public, max-age=300" },
      });
    if (!cache.has(address)) {
      const client = toAddressGroup(getClientAddress(c, trustProxy));
      const { allowed, retryAfterSeconds } = await limits.consume("sharing.made", client, NEW_PER_ADDRESS);
      if (!allowed)
        return c.text("Too many image requests\n", 429, { "Retry-After": String(retryAfterSeconds) });
    }
    const png = await cache.get(address, () => make(subject));
    return new Response(new Uint8Array(png), {
      headers: {
        "Content-Type": "image/png",
        // Revalidated every time, so that images of deleted content don't survive in caches.
        "Cache-Control": "public, no-cache",
        "Content-Security-Policy": "default-src 'none'; sandbox",
      },
    });
  }

  const http = new Hono()
    .get("/:name", async (c) => {
      if (!/^site-[\da-f]{1,64}\.png$/.test(c.req.param("name"))) return c.text("Not found\n", 404);
      const subject = buildSiteSubject(await describeSite());
      return respond(c, `${MOUNT}/${c.req.param("name")}`, buildPath("site", "", subject), subject);
    })
    .get("/:kind/:name", async (c) => {
      const { kind, name } = c.req.param();
      const [, id] = /^([\da-f-]{36})-[\da-f]{1,64}\.png$/.exec(name) ?? [];
      const known = KINDS.find((one) => one === kind);
      const subject =
        known && isUuid(id) ? await findSubject(database, await describeSite(), known, id) : null;
      if (!known || !id || !subject) return c.text("Not found\n", 404);
      return respond(c, `${MOUNT}/${kind}/${name}`, buildPath(known, id, subject), subject);
    });

  return {
    http,
    getSitePicture: async () => picture(buildPath("site", "", buildSiteSubject(await describeSite()))),
    getPostPicture: createPictureGetter("posts"),
    getArticlePicture: createPictureGetter("news"),
    getMemberPicture: createPictureGetter("members"),
    close: () => renderer.close(),
  };
}
