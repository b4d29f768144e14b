/** Buckets and objects, and the official client's protocol. Access rules are in core/storage/rules.ts. */

import { errors } from "jose";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { StorageActor } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { Files } from "#server/files/index.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import { removeAvatar, uploadAvatar } from "./avatar.ts";
import { deleteUnusedPostImages } from "./delete-unused-post-images.ts";
import type { StorageDeps } from "./deps.ts";
import { createStorageHttp } from "./http.ts";
import { deleteMemberFiles, listMemberFileBatches, listMemberFiles } from "./member-files.ts";
import { createObjectFiles } from "./object-files.ts";
import { createRenditionCache } from "./render/rendition-cache.ts";
import { repairStorage } from "./repair-storage.ts";
import { loadSettings } from "./settings.ts";
import { createSignedTokens } from "./signed-tokens.ts";

export type { Crop } from "./encode-image.ts";
export type { MemberFile } from "./member-files.ts";
export type { RepairReport } from "./repair-storage.ts";
export { STORAGE_ROUTES, type StorageRoute } from "./routes.ts";

/** Selects the paths of all files that rows refer to. */
export const STORAGE_FILES_SQL = `select 'storage/' || s.value || '/whole/' || left(stored.name::text, 2) || '/' || stored.name
  from storage.objects o cross join lateral unnest(array[o.file, o.thumbnail_file]) as stored (name)
  join storage.settings s on s.name = 'folder' where stored.name is not null`;

export interface CreateStorageDeps
  extends Pick<StorageDeps, "database" | "log" | "clock" | "limits" | "maxBytes" | "trustProxy"> {
  readonly files: Files;
  /** The auth module, which identifies the user or service that sent a bearer token. */
  readonly auth: {
    identifyClient(header: string | undefined): Promise<StorageActor>;
    isStillSignedIn: StorageDeps["isStillSignedIn"];
  };
}

/** Creates the storage module and, on the first start, the site's ID and the signing secret. */
export async function createStorage({ auth, files, ...rest }: CreateStorageDeps) {
  const { siteId, secret } = await loadSettings(rest.database.db);
  const deps: StorageDeps = {
    ...rest,
    files: createObjectFiles(files, siteId),
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
    http: createStorageHttp(deps),
    ...bindOperations(deps, {
      uploadAvatar,
      removeAvatar,
      deleteMemberFiles,
      listMemberFiles,
      listMemberFileBatches,
      repairStorage,
      deleteUnusedPostImages,
    }),
  };
}

export type Storage = Awaited<ReturnType<typeof createStorage>>;

/**
 * Converts an auth error to the protocol's error. Its message contains only the reason, which is the same for missing
 * and malformed tokens.
 */
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
