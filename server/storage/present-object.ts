import type { ObjectRow } from "./tables.ts";

function presentMetadata(object: ObjectRow) {
  return {
    eTag: object.etag,
    size: object.size,
    mimetype: object.contentType,
    cacheControl: object.cacheControl,
    lastModified: object.updatedAt.toISOString(),
    contentLength: object.size,
    httpStatusCode: 200,
  };
}

/** Presents an object for lists, without its name. */
export function presentEntry(object: ObjectRow) {
  return {
    id: object.id,
    updated_at: object.updatedAt.toISOString(),
    created_at: object.createdAt.toISOString(),
    last_accessed_at: object.lastAccessedAt.toISOString(),
    metadata: presentMetadata(object),
  };
}

/** Presents an object's row for the responses to copying and to deleting several objects. */
export function presentRow(object: ObjectRow) {
  return {
    name: object.name,
    ...presentEntry(object),
    bucket_id: object.bucketId,
    owner: object.ownerId ?? "",
    owner_id: object.ownerId ?? "",
    version: object.version,
    user_metadata: object.userMetadata,
  };
}

export function presentInfo(object: ObjectRow) {
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucketId,
    size: object.size,
    content_type: object.contentType,
    cache_control: object.cacheControl,
    etag: object.etag,
    metadata: object.userMetadata,
    last_modified: object.updatedAt.toISOString(),
    created_at: object.createdAt.toISOString(),
  };
}
