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
import { handleListObjects } from "./list-objects.ts";
import { handleListObjectsV2 } from "./list-objects-v2.ts";
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
  /** What the request must present. "token" is a token in the URL. */
  readonly access: "public" | "bearer" | "bearer unless public" | "token";
  readonly handler: StorageHandler;
}

/** Matches anything, even line breaks, so that invalid keys are reported as such. */
const KEY = ":key{[^]+}";

/** More specific paths first. */
export const STORAGE_ROUTES: readonly StorageRoute[] = [
  { method: "GET", path: "/bucket", access: "bearer", handler: handleListBuckets },
  { method: "POST", path: "/bucket", access: "bearer", handler: handleCreateBucket },
  { method: "GET", path: "/bucket/:bucket", access: "bearer", handler: handleGetBucket },
  { method: "PUT", path: "/bucket/:bucket", access: "bearer", handler: handleUpdateBucket },
  { method: "DELETE", path: "/bucket/:bucket", access: "bearer", handler: handleDeleteBucket },
  { method: "POST", path: "/bucket/:bucket/empty", access: "bearer", handler: handleEmptyBucket },

  { method: "POST", path: "/object/list/:bucket", access: "bearer", handler: handleListObjects },
  { method: "POST", path: "/object/list-v2/:bucket", access: "bearer", handler: handleListObjectsV2 },
  { method: "POST", path: "/object/move", access: "bearer", handler: handleMoveObject },
  { method: "POST", path: "/object/copy", access: "bearer", handler: handleCopyObject },
  { method: "POST", path: `/object/upload/sign/:bucket/${KEY}`, access: "bearer", handler: handleSignUpload },
  { method: "PUT", path: `/object/upload/sign/:bucket/${KEY}`, access: "token", handler: handleUploadSigned },
  { method: "POST", path: "/object/sign/:bucket", access: "bearer", handler: handleSignObjects },
  { method: "POST", path: `/object/sign/:bucket/${KEY}`, access: "bearer", handler: handleSignObject },
  { method: "GET", path: `/object/sign/:bucket/${KEY}`, access: "token", handler: handleDownloadSigned },

  { method: "GET", path: `/object/info/public/:bucket/${KEY}`, access: "public", handler: handleInfoPublic },
  {
    method: "GET",
    path: `/object/info/authenticated/:bucket/${KEY}`,
    access: "bearer",
    handler: handleInfoAuthenticated,
  },
  { method: "GET", path: `/object/info/:bucket/${KEY}`, access: "bearer unless public", handler: handleInfo },
  { method: "GET", path: `/object/public/:bucket/${KEY}`, access: "public", handler: handleDownloadPublic },
  {
    method: "GET",
    path: `/object/authenticated/:bucket/${KEY}`,
    access: "bearer",
    handler: handleDownloadAuthenticated,
  },

  {
    method: "GET",
    path: `/render/image/public/:bucket/${KEY}`,
    access: "public",
    handler: handleRenderPublic,
  },
  {
    method: "GET",
    path: `/render/image/authenticated/:bucket/${KEY}`,
    access: "bearer",
    handler: handleRenderAuthenticated,
  },
  { method: "GET", path: `/render/image/sign/:bucket/${KEY}`, access: "token", handler: handleRenderSigned },

  { method: "GET", path: `/object/:bucket/${KEY}`, access: "bearer unless public", handler: handleDownload },
  { method: "POST", path: `/object/:bucket/${KEY}`, access: "bearer", handler: handleUpload },
  { method: "PUT", path: `/object/:bucket/${KEY}`, access: "bearer", handler: handleReplace },
  { method: "DELETE", path: "/object/:bucket", access: "bearer", handler: handleRemoveObjects },
  { method: "DELETE", path: `/object/:bucket/${KEY}`, access: "bearer", handler: handleRemoveObject },
];
