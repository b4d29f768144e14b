import type { Context } from "hono";
import { z } from "zod";
import { StorageError } from "#core/storage/storage-errors.ts";
import { type ReadTimes, readInTime } from "#server/platform/read-in-time.ts";
import { readAll } from "./keep-picture.ts";

/** Where the edge mounts the protocol. */
export const MOUNT = "/storage/v1";
const JSON_MAX_BYTES = 1024 * 1024;
/** The public key alone may call some of these, so a body that never comes must not keep its connection. */
const JSON_TIMES: ReadTimes = { idleMs: 10_000, totalMs: 10_000 };

/**
 * Bucket and key that stand behind `prefix` in the address, decoded once, whatever they hold. Read from the raw
 * address: a router may have decoded what it hands out. Throws StorageError("InvalidKey") for broken escapes.
 */
export function addressOf(c: Context, prefix: string): { bucketId: string; key: string } {
  const raw = new URL(c.req.url).pathname.slice(MOUNT.length + prefix.length + 1);
  const slash = raw.indexOf("/");
  const [bucket, key] = slash < 0 ? [raw, ""] : [raw.slice(0, slash), raw.slice(slash + 1)];
  try {
    return { bucketId: decodeURIComponent(bucket), key: decodeURIComponent(key) };
  } catch {
    throw new StorageError("InvalidKey", { message: `Invalid key: ${key.slice(0, 200)}` });
  }
}

/**
 * The JSON body in the given shape; none counts as an empty object. Throws StorageError: InvalidRequest,
 * EntityTooLarge, RequestTimeout.
 */
export async function jsonBody<S extends z.ZodType>(
  c: Context,
  shape: S,
  times = JSON_TIMES,
): Promise<z.output<S>> {
  const { body: stream } = c.req.raw;
  const chunks = stream && readInTime(stream, times, () => new StorageError("RequestTimeout"));
  const text = chunks ? (await readAll(chunks, JSON_MAX_BYTES)).toString("utf8") : "";
  let body: unknown = {};
  try {
    if (text.trim() !== "") body = JSON.parse(text);
  } catch {
    throw new StorageError("InvalidRequest", { message: "The body is not valid JSON" });
  }
  return inShape("body", shape, body);
}

/** The query in the given shape. Throws StorageError("InvalidRequest"). */
export function queryOf<S extends z.ZodType>(c: Context, shape: S): z.output<S> {
  return inShape("querystring", shape, c.req.query());
}

function inShape<S extends z.ZodType>(where: string, shape: S, value: unknown): z.output<S> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [where, ...(issue?.path ?? [])].join("/");
  throw new StorageError("InvalidRequest", { message: `${path} ${issue?.message ?? "is not valid"}` });
}

/** A field that may be absent, null or a value; null counts as absent. */
export function optional<S extends z.ZodType>(shape: S) {
  return shape.nullish().transform((value) => value ?? undefined);
}

export const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
