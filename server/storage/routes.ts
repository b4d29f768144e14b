import {
  handleCreateBucket,
  handleDeleteBucket,
  handleEmptyBucket,
  handleGetBucket,
  handleListBuckets,
  handleUpdateBucket,
} from "./bucket-handlers.ts";
import type { StorageHandler } from "./deps.ts";
import {
  handleDownload,
  handleDownloadAuthenticated,
  handleDownloadPublic,
  handleInfo,
  handleInfoAuthenticated,
  handleInfoPublic,
} from "./download-object.ts";
import { handleListObjects, handleListObjectsV2 } from "./list-objects.ts";
import { handleRemoveObject, handleRemoveObjects } from "./remove-objects.ts";
import {
  handleRenderAuthenticated,
  handleRenderPublic,
  handleRenderSigned,
} from "./render/render-handlers.ts";
import { handleDownloadSigned, handleSignObject, handleSignObjects } from "./sign-object.ts";
import { handleCopyObject, handleMoveObject } from "./transfer-handlers.ts";
import { handleReplace, handleSignUpload, handleUpload, handleUploadSigned } from "./upload-handlers.ts";

export interface StorageRoute {
  /** GET also serves HEAD. */
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /**
   * The credential that a request needs. "public" means none, "bearer" a bearer token, "bearer unless public" a bearer
   * token unless the bucket is public, "token" a token in the URL.
   */
  readonly access: "public" | "bearer" | "bearer unless public" | "token";
  readonly handler: StorageHandler;
  /** "json" if the handler parses a JSON body. Only uploads read other bodies, and they check access themselves. */
  readonly body: "json" | null;
}

const route = (
  method: StorageRoute["method"],
  path: string,
  access: StorageRoute["access"],
  handler: StorageHandler,
  body: StorageRoute["body"] = null,
): StorageRoute => ({ method, path, access, handler, body });

/** Matches anything, even line breaks, so that invalid keys are reported as such. */
const KEY = ":key{[^]+}";

/** More specific paths first. */
export const STORAGE_ROUTES: readonly StorageRoute[] = [
  route("GET", "/bucket", "bearer", handleListBuckets),
  route("POST", "/bucket", "bearer", handleCreateBucket, "json"),
  route("GET", "/bucket/:bucket", "bearer", handleGetBucket),
  route("PUT", "/bucket/:bucket", "bearer", handleUpdateBucket, "json"),
  route("DELETE", "/bucket/:bucket", "bearer", handleDeleteBucket),
  route("POST", "/bucket/:bucket/empty", "bearer", handleEmptyBucket),

  route("POST", "/object/list/:bucket", "bearer", handleListObjects, "json"),
  route("POST", "/object/list-v2/:bucket", "bearer", handleListObjectsV2, "json"),
  route("POST", "/object/move", "bearer", handleMoveObject, "json"),
  route("POST", "/object/copy", "bearer", handleCopyObject, "json"),
  route("POST", `/object/upload/sign/:bucket/${KEY}`, "bearer", handleSignUpload),
  route("PUT", `/object/upload/sign/:bucket/${KEY}`, "token", handleUploadSigned),
  route("POST", "/object/sign/:bucket", "bearer", handleSignObjects, "json"),
  route("POST", `/object/sign/:bucket/${KEY}`, "bearer", handleSignObject, "json"),
  route("GET", `/object/sign/:bucket/${KEY}`, "token", handleDownloadSigned),

  route("GET", `/object/info/public/:bucket/${KEY}`, "public", handleInfoPublic),
  route("GET", `/object/info/authenticated/:bucket/${KEY}`, "bearer", handleInfoAuthenticated),
  route("GET", `/object/info/:bucket/${KEY}`, "bearer unless public", handleInfo),
  route("GET", `/object/public/:bucket/${KEY}`, "public", handleDownloadPublic),
  route("GET", `/object/authenticated/:bucket/${KEY}`, "bearer", handleDownloadAuthenticated),

  route("GET", `/render/image/public/:bucket/${KEY}`, "public", handleRenderPublic),
  route("GET", `/render/image/authenticated/:bucket/${KEY}`, "bearer", handleRenderAuthenticated),
  route("GET", `/render/image/sign/:bucket/${KEY}`, "token", handleRenderSigned),

  route("GET", `/object/:bucket/${KEY}`, "bearer unless public", handleDownload),
  route("POST", `/object/:bucket/${KEY}`, "bearer", handleUpload),
  route("PUT", `/object/:bucket/${KEY}`, "bearer", handleReplace),
  route("DELETE", "/object/:bucket", "bearer", handleRemoveObjects, "json"),
  route("DELETE", `/object/:bucket/${KEY}`, "bearer", handleRemoveObject),
];
