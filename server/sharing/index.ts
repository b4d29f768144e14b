/** Preview images for shared links, drawn from public data. Each URL contains a digest of the image's content. */
import { type Context, Hono } from "hono";
import type { SiteSettings } from "#core/settings/types.ts";
import type { Database } from "#server/database/index.ts";
import { getClientAddress, toAddressGroup } from "#server/platform/client-address.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";
import { CARD_HEIGHT, CARD_WIDTH, type SiteFacts } from "./card.ts";
import {
  buildSiteSubject,
  buildSubject,
  computeVersion,
  type SharedContent,
  type SharedKind,
  type Subject,
} from "./describe-card.ts";
import { findSubject } from "./find-subject.ts";
import { createImageCache } from "./image-cache.ts";
import { createImageRenderer } from "./render-image.ts";

export interface SharingDeps {
  readonly database: Database;
  readonly settings: {
    read(): Promise<Pick<SiteSettings, "siteName" | "headline" | "branding">>;
    readLogo(): Promise<Uint8Array | null>;
  };
  readonly publicUrl: string;
  /** The storage API, which is called without a token, as a visitor would call it. */
  readonly storageHttp: Hono;
  readonly limits: Pick<RateLimits, "consume">;
  /** The number of proxies whose forwarded headers are trusted. */
  readonly trustProxy: number;
}

const MOUNT = "/og";
const STORAGE_MOUNT = "/storage/v1";
/**
 * The number of new images per client. Drawing one takes a third of a second of CPU time. The limit is below the
 * queue's, so that no client can fill the queue.
 */
const NEW_PER_CLIENT = { points: 10, durationSeconds: 60 };
const KINDS = Object.keys(buildSubject) as SharedKind[];

export function createSharing(deps: SharingDeps) {
  const { database, settings, publicUrl, storageHttp, limits, trustProxy } = deps;
  const renderer = createImageRenderer();
  const cache = createImageCache();
  const { host } = new URL(publicUrl);
  const storage = new Hono().route(STORAGE_MOUNT, storageHttp);
  async function describeSite(): Promise<SiteFacts> {
    const { siteName, headline, branding } = await settings.read();
    return {
      siteName,
      host,
      ...(branding.accent && { accent: branding.accent.dark.accent }),
      ...(branding.logo && { logo: branding.logo }),
      ...(headline && { headline }),
    };
  }

  async function readAvatar(path: string): Promise<Buffer | null> {
    const response = await storage.request(path);
    return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
  }

  const renderSubject = async ({ card, avatarPath }: Subject) => {
    const uploadedAvatar = avatarPath === null ? null : await readAvatar(avatarPath);
    const logo = card.logo ? await settings.readLogo() : null;
    // If the picture was deleted, use the generated avatar.
    if (avatarPath === null || uploadedAvatar !== null || card.kind === "site")
      return renderer.render(card, { uploadedAvatar, logo });
    const seed = card.kind === "content" ? card.by : card.name;
    return renderer.render({ ...card, avatar: { seed } }, { uploadedAvatar: null, logo });
  };

  const buildPath = (kind: SharedKind | "site", id: string, subject: Subject) =>
    kind === "site"
      ? `${MOUNT}/site-${computeVersion(subject)}.png`
      : `${MOUNT}/${kind}/${id}-${computeVersion(subject)}.png`;
  const buildSharedImage = (path: string) => ({ path, width: CARD_WIDTH, height: CARD_HEIGHT });
  const createImageGetter =
    <Kind extends SharedKind>(kind: Kind) =>
    async (content: SharedContent[Kind]) =>
      buildSharedImage(buildPath(kind, content.id, buildSubject[kind](await describeSite(), content)));

  async function respond(c: Context, requestedPath: string, currentPath: string, subject: Subject) {
    // Only the current version is drawn. URLs with another version redirect to it, which costs little.
    if (requestedPath !== currentPath)
      return new Response(null, {
        status: 302,
        headers: { Location: currentPath, "Cache-Control": "public, max-age=300" },
      });
    if (!cache.has(currentPath)) {
      const client = toAddressGroup(getClientAddress(c, trustProxy));
      const { allowed, retryAfterSeconds } = await limits.consume("sharing.made", client, NEW_PER_CLIENT);
      if (!allowed)
        return c.text("Too many image requests\n", 429, { "Retry-After": String(retryAfterSeconds) });
    }
    const png = await cache.get(currentPath, () => renderSubject(subject));
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
      const sharedKind = KINDS.find((candidate) => candidate === kind);
      const subject =
        sharedKind && isUuid(id) ? await findSubject(database, await describeSite(), sharedKind, id) : null;
      if (!sharedKind || !id || !subject) return c.text("Not found\n", 404);
      return respond(c, `${MOUNT}/${kind}/${name}`, buildPath(sharedKind, id, subject), subject);
    });

  return {
    http,
    getSiteImage: async () => buildSharedImage(buildPath("site", "", buildSiteSubject(await describeSite()))),
    getPostImage: createImageGetter("posts"),
    getArticleImage: createImageGetter("news"),
    getMemberImage: createImageGetter("members"),
    close: () => renderer.close(),
  };
}

export type Sharing = ReturnType<typeof createSharing>;
