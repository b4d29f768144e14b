import type { Context } from "hono";
import { z } from "zod";
import { StorageError } from "#core/storage/storage-errors.ts";
import { getClientAddress, toAddressGroup } from "#server/platform/client-address.ts";
import { isStorable } from "#server/platform/is-storable.ts";
import { type ReadTimeouts, readWithTimeout } from "#server/platform/read-with-timeout.ts";
import type { StorageDeps } from "./deps.ts";
import { readAll } from "./store-image.ts";

/** The path the protocol is mounted at. */
export const MOUNT = "/storage/v1";
const JSON_MAX_BYTES = 1024 * 1024;
/** Short, because some calls accept the public key, and a body that never arrives must not occupy a connection. */
const JSON_TIMEOUTS: ReadTimeouts = { idleMs: 10_000, totalMs: 10_000 };

/** Returns the key for per-client limits. */
export const getClientGroup = (c: Context, { trustProxy }: StorageDeps): string =>
  toAddressGroup(getClientAddress(c, trustProxy));

/**
 * Decodes the bucket and key from the raw URL, because routers may decode parameters. Throws InvalidKey if they can't
 * be decoded, but doesn't validate them.
 */
export function parseObjectPath(c: Context, prefix: string): { bucketId: string; key: string } {
  const raw = new URL(c.req.url).pathname.slice(MOUNT.length + prefix.length + 1);
  const slash = raw.indexOf("/");
  const [bucket, key] = slash < 0 ? [raw, ""] : [raw.slice(0, slash), raw.slice(slash + 1)];
  try {
    return { bucketId: decodeURIComponent(bucket), key: decodeURIComponent(key) };
  } catch {
    throw new StorageError("InvalidKey", { message: `Invalid key: ${key.slice(0, 200)}` });
  }
}

/** Reads the body for parseJsonBody. Throws StorageError: EntityTooLarge, RequestTimeout. */
export async function readBodyText(c: Context, timeouts = JSON_TIMEOUTS): Promise<void> {
  const { body: stream } = c.req.raw;
  const chunks = stream && readWithTimeout(stream, timeouts, () => new StorageError("RequestTimeout"));
  c.set("bodyText", chunks ? (await readAll(chunks, JSON_MAX_BYTES)).toString("utf8") : "");
}

/** Parses the body of a route that declares JSON. An empty body counts as {}. Throws StorageError("InvalidRequest"). */
export function parseJsonBody<S extends z.ZodType>(c: Context, shape: S): z.output<S> {
  const text: string | undefined = c.get("bodyText");
  if (text === undefined) throw new Error("the route doesn't declare a JSON body");
  let body: unknown = {};
  try {
    if (text.trim() !== "") body = JSON.parse(text);
  } catch {
    throw new StorageError("InvalidRequest", { message: "The body is not valid JSON" });
  }
  return parseShape("body", shape, body);
}

/** Throws StorageError("InvalidRequest"). */
export function parseQuery<S extends z.ZodType>(c: Context, shape: S): z.output<S> {
  const query = c.req.query();
  if (!isStorable(query)) throw new StorageError("InvalidRequest", { message: "querystring is not valid" });
  return parseShape("querystring", shape, query);
}

function parseShape<S extends z.ZodType>(part: string, shape: S, value: unknown): z.output<S> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [part, ...(issue?.path ?? [])].join("/");
  throw new StorageError("InvalidRequest", { message: `${path} ${issue?.message ?? "is not valid"}` });
}

/** Makes a field optional: it may be absent or null. */
export function optional<S extends z.ZodType>(shape: S) {
  return shape.nullish().transform((value) => value ?? undefined);
}

export const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
