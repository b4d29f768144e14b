import type { Context } from "hono";
import type { StorageDeps } from "./deps.ts";

/** Handles one call of /storage/v1; the operation itself checks access. */
export type StorageHandler = (c: Context, storage: StorageDeps) => Promise<Response> | Response;
