import type { Context } from "hono";
import type { StorageDeps } from "./deps.ts";

/** The operation itself checks access. */
export type StorageHandler = (c: Context, storage: StorageDeps) => Promise<Response> | Response;
