/** Buckets and objects, and the official client's protocol. Access rules are in core/storage/rules.ts. */
import type { Hono } from "hono";
import { errors } from "jose";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Member, Viewer } from "#core/accounts/member.ts";
import type { StorageActor } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { Database } from "#server/database/index.ts";
import type { Files } from "#server/files/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { RateLimits } from "#server/rate-limits/index.ts";
import { deleteMemberFiles } from "./delete-member-files.ts";
import { deleteUnusedPostImages, type FindImagesInUse } from "./delete-unused-post-images.ts";
import type { StorageDeps } from "./deps.ts";
import type { Crop } from "./encode-image.ts";
import { createStorageHttp } from "./http.ts";
import { listMemberFiles, type MemberFile } from "./list-member-files.ts";
import { createObjectFiles } from "./object-files.ts";
import { removeAvatar } from "./remove-avatar.ts";
import { createRenditionCache } from "./render/rendition-cache.ts";
import { type Repair, repairStorage } from "./repair-storage.ts";
import { loadSettings } from "./settings.ts";
import { createSignedTokens } from "./signed-tokens.ts";
import { uploadAvatar } from "./upload-avatar.ts";

export type { Crop } from "./encode-image.ts";
export type { MemberFile } from "./list-member-files.ts";
export type { Repair } from "./repair-storage.ts";
export { STORAGE_ROUTES, type StorageRoute } from "./routes.ts";

/** Selects the paths of all files that rows refer to. */
export const STORAGE_FILES_SQL = `select 'storage/' || s.value || '/whole/' || left(stored.name::text, 2) || '/' || stored.name
  from storage.objects o cross join lateral unnest(array[o.file, o.thumbnail_file]) as stored (name)
  join storage.settings s on s.name = 'folder' where stored.name is not null`;

export interface Storage {
  readonly http: Hono;
  /** The caller writes the URL to the profile. */
  uploadAvatar(viewer: Viewer, bytes: Uint8Array, crop?: Crop): Promise<{ url: string }>;
  /** The caller must first remove the URL from the profile. */
  removeAvatar(viewer: Pick<Member, "id"> | null): Promise<void>;
  /** Deletes a member's files, except the post images listed in `except`. Returns the number of deleted objects. */
  deleteMemberFiles(userId: string, options?: { except?: readonly string[] }): Promise<number>;
  /** A few hundred are in memory at a time. */
  listMemberFiles(userId: string): AsyncIterable<MemberFile>;
  /** Makes rows and files consistent after a crash. Skips files younger than `youngMs` (an hour by default). */
  repairStorage(youngMs?: number): Promise<Repair>;
  /** `findInUse` is provided by the forum. Returns the number of deleted images. */
  deleteUnusedPostImages(findInUse: FindImagesInUse): Promise<number>;
}

export interface CreateStorageDeps {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly limits: RateLimits;
  readonly files: Files;
  readonly maxBytes: number;
  readonly trustProxy: number;
  /** The auth module identifies bearers. */
  readonly auth: {
    identifyClient(header: string | undefined): Promise<StorageActor>;
    isStillSignedIn: StorageDeps["isStillSignedIn"];
  };
}

/** Creates the folder's name and the signing secret on the first start. */
export async function createStorage(dependencies: CreateStorageDeps): Promise<Storage> {
  const { auth, files, ...rest } = dependencies;
  const { folder, secret } = await loadSettings(rest.database.db);
  const context: StorageDeps = {
    ...rest,
    files: createObjectFiles(files, folder),
    tokens: createSignedTokens(secret, rest.clock),
    renditions: createRenditionCache(),
    isStillSignedIn: auth.isStillSignedIn,
    async identifyActor(header) {
      try {
        return await auth.identifyClient(header);
      } catch (error) {
        throw toBearerError(error);
      }
    },
  };
  return {
    http: createStorageHttp(context),
    uploadAvatar: (viewer, bytes, crop) => uploadAvatar(context, viewer, bytes, crop),
    removeAvatar: (viewer) => removeAvatar(context, viewer),
    deleteMemberFiles: (userId, options) => deleteMemberFiles(context, userId, options),
    listMemberFiles: (userId) => listMemberFiles(context, userId),
    repairStorage: (youngMs) => repairStorage(context, youngMs),
    deleteUnusedPostImages: (findInUse) => deleteUnusedPostImages(context, findInUse),
  };
}

/** The protocol's messages contain only the reason. Missing and malformed tokens get the same one. */
function toBearerError(error: unknown): unknown {
  if (!(error instanceof AuthError)) return error;
  const { cause } = error;
  const reason = error.message.replace(/^invalid JWT: unable to parse or verify signature, /, "");
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
