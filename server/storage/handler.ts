import type { Context } from "hono";
import type { StorageContext } from "./context.ts";

/** Handles one call of /storage/v1; the operation itself checks access. */
export type StorageHandler = (c: Context, storage: StorageContext) => Promise<Response> | Response;
