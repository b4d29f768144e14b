/**
 * Files: buckets, objects, and the protocol in which the official browser client speaks of them. Owns the schema
 * storage and the folder DATA_DIR/storage. `http` is mounted at /storage/v1; the operations serve the pages. Who may
 * do what stands in core/storage/rules.ts; that rows and files agree, in write-object.ts and repair-storage.ts.
 */
import { join } from "node:path";
import type { Hono } from "hono";
import { errors } from "jose";
import type { Member, Viewer } from "#core/accounts/member.ts";
import type { StorageCaller } from "#core/storage/rules.ts";
import { StorageError, type StorageErrorCode } from "#core/storage/storage-errors.ts";
import type { Database } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { RateLimits } from "#server/platform/rate-limit.ts";
import type { StorageContext } from "./context.ts";
import { deleteFilesOf } from "./delete-files-of.ts";
import { createDiskFiles } from "./disk-files.ts";
import { createStorageHttp } from "./http.ts";
import { type KeptFile, listFilesOf } from "./list-files-of.ts";
import type { Crop } from "./pictures.ts";
import { removeAvatar } from "./remove-avatar.ts";
import { type Repair, repairStorage } from "./repair-storage.ts";
import { loadSettings } from "./settings.ts";
import { createSignedTokens } from "./signed-tokens.ts";
import { type FindInUse, sweepPostImages } from "./sweep-post-images.ts";
import { uploadAvatar } from "./upload-avatar.ts";

export type { KeptFile } from "./list-files-of.ts";
export type { Crop } from "./pictures.ts";
export type { Repair } from "./repair-storage.ts";
export { STORAGE_ROUTES, type StorageRoute } from "./routes.ts";

export interface Storage {
  /** To be mounted at /storage/v1. */
  readonly http: Hono;
  /** Makes the member's avatar; writing its `url` into the profile is the caller's. */
  uploadAvatar(viewer: Viewer, bytes: Uint8Array, crop?: Crop): Promise<{ url: string }>;
  /** Removes the member's avatar; taking its address out of the profile is the caller's, before. */
  removeAvatar(viewer: Pick<Member, "id"> | null): Promise<void>;
  /** Removes every file of a member but the pictures of posts that `kept` names. Returns how many objects went. */
  deleteFilesOf(userId: string, options?: { kept?: readonly string[] }): Promise<number>;
  /** Every file of a member, a few hundred in memory at a time. */
  listFilesOf(userId: string): AsyncIterable<KeptFile>;
  /** Makes rows and files agree after a crash; files younger than `youngMs` (an hour) are left alone. */
  repairStorage(youngMs?: number): Promise<Repair>;
  /** Removes what the editor uploaded a day ago or earlier and nothing shows; `findInUse` is the forum's. Returns how many went. */
  sweepPostImages(findInUse: FindInUse): Promise<number>;
  /** What to tell the person when one of these refused; undefined for any other error. */
  refusalOf(error: unknown): { code: StorageErrorCode; status: number; message: string } | undefined;
}

export interface StorageDependencies {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly limits: RateLimits;
  /** DATA_DIR */
  readonly dataDir: string;
  /** No object is larger. */
  readonly maxBytes: number;
  /** The part of the accounts' door that says whose rights a bearer carries. */
  readonly auth: {
    identifyCaller(header: string | undefined): Promise<StorageCaller>;
    refusalOf(error: unknown): { readonly message: string } | undefined;
  };
}

/** Reads or makes the folder's name and the secret, then opens the door. */
export async function createStorage(dependencies: StorageDependencies): Promise<Storage> {
  const { auth, dataDir, ...rest } = dependencies;
  const { folder, secret } = await loadSettings(rest.database.db);
  const context: StorageContext = {
    ...rest,
    files: createDiskFiles(join(dataDir, "storage", folder)),
    tokens: createSignedTokens(secret, rest.clock),
    async callerOf(header) {
      try {
        return await auth.identifyCaller(header);
      } catch (error) {
        throw refusedBearer(error, auth.refusalOf(error));
      }
    },
  };
  return {
    http: createStorageHttp(context),
    uploadAvatar: (viewer, bytes, crop) => uploadAvatar(context, viewer, bytes, crop),
    removeAvatar: (viewer) => removeAvatar(context, viewer),
    deleteFilesOf: (userId, options) => deleteFilesOf(context, userId, options),
    listFilesOf: (userId) => listFilesOf(context, userId),
    repairStorage: (youngMs) => repairStorage(context, youngMs),
    sweepPostImages: (findInUse) => sweepPostImages(context, findInUse),
    refusalOf: (error) =>
      error instanceof StorageError
        ? { code: error.code, status: error.statusCode, message: error.message }
        : undefined,
  };
}

/**
 * The accounts' refusal in this protocol's words: the reason alone, after the last comma of its sentence. What is
 * missing or has not the form of a token is told in one sentence, whatever is wrong with it.
 */
function refusedBearer(error: unknown, refusal: { readonly message: string } | undefined): unknown {
  if (!refusal) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  const reason = refusal.message.replace(/^invalid JWT: unable to parse or verify signature, /, "");
  const isMalformed =
    cause instanceof errors.JWSInvalid ||
    cause instanceof errors.JWTInvalid ||
    reason === "token is malformed" ||
    reason === "This endpoint requires a valid Bearer token";
  const message = isMalformed
    ? "Invalid Compact JWS"
    : reason.replace(/^token has invalid claims: token is expired$/, '"exp" claim timestamp check failed');
  return new StorageError("AccessDenied", { message, cause: error });
}
