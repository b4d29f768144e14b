import type { Context } from "hono";
import type { StorageContext } from "./context.ts";

/** Answers one call of /storage/v1; who may make it, the operation behind it asks. */
export type StorageHandler = (c: Context, storage: StorageContext) => Promise<Response> | Response;
