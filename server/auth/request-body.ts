import type { Context } from "hono";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { isStorable } from "#server/platform/is-storable.ts";

export type Body = Readonly<Record<string, unknown>>;

/** Reads the request body. Throws AuthError("bad_json") if it isn't a JSON object that can be stored. */
export async function readBody(c: Context): Promise<Body> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await c.req.text());
  } catch (cause) {
    throw new AuthError("bad_json", { cause });
  }
  if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed)) throw new AuthError("bad_json");
  if (!isStorable(parsed)) throw new AuthError("bad_json");
  return parsed as Body;
}

/** Reads a string field; undefined if it is absent or null. Throws AuthError("bad_json") for other types. */
export function readTextField(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string")
    throw new AuthError("bad_json", {
      message: `Could not parse request body as JSON: ${name} must be a string`,
    });
  return value;
}

export const readTextFields = <N extends string>(body: Body, ...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, readTextField(body, name)])) as Record<N, string | undefined>;

export const createValidationError = (message: string, status?: 404 | 422) =>
  new AuthError("validation_failed", status === undefined ? { message } : { message, status });

/** Returns a parser's result. Throws AuthError("validation_failed") if the parser found a problem. */
export function requireValid<T extends object>(parsed: T | { problem: string }): T {
  if ("problem" in parsed) throw createValidationError(parsed.problem);
  return parsed;
}

/** Reads an object field. Returns an empty object if it is absent or of another type. */
export function readObjectField(body: Body, name: string): Body {
  const value = body[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Body) : {};
}
