import type { Context } from "hono";
import type { StorageActor } from "#core/storage/rules.ts";
import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";
import type { ObjectFiles } from "./object-files.ts";
import type { RenditionCache } from "./render/rendition-cache.ts";
import type { SignedTokens } from "./signed-tokens.ts";

export interface StorageDeps {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly limits: RateLimits;
  readonly files: ObjectFiles;
  readonly tokens: SignedTokens;
  /** Transformed images (render/). */
  readonly renditions: RenditionCache;
  readonly maxBytes: number;
  /** Number of trusted proxies in front of the program (TRUST_PROXY). */
  readonly trustProxy: number;
  /** Identifies the user or service that sent an Authorization header. Throws StorageError("AccessDenied"). */
  readonly identifyActor: (header: string | undefined) => Promise<StorageActor>;
  /** Whether the account is neither deleted nor suspended, and its session, if given, hasn't ended. */
  readonly isStillSignedIn: (session: {
    readonly userId: string;
    readonly sessionId: string | null;
  }) => Promise<boolean>;
}

/**
 * Handles a request. The handler itself checks permissions. On routes with access "bearer", `actor` is the user or
 * service that sent the bearer token; on other routes, it is a visitor.
 */
export type StorageHandler = (
  c: Context,
  deps: StorageDeps,
  actor: StorageActor,
) => Promise<Response> | Response;
