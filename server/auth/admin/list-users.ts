import { and, asc, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { AuthHandler } from "../handler.ts";
import { createValidationError } from "../request-body.ts";
import { users } from "../tables.ts";
import { presentUsers } from "../user/present-user.ts";
import { IS_NOT_DELETED } from "./find-user.ts";
import { buildPageHeaders, readPageQuery } from "./pagination.ts";

const FILTER_MAX = 255;

/** Matches part of the email address or of the full name, case-insensitively. */
function buildFilter(filter: string): SQL | undefined {
  const part = `%${filter.replace(/[\\%_]/g, "\\$&")}%`;
  return or(
    ilike(users.email, part),
    ilike(users.ssoEmail, part),
    sql`${users.userMetadata} ->> 'full_name' ilike ${part}`,
  );
}

export const handleListUsers: AuthHandler = async (c, auth) => {
  const filter = (c.req.query("filter") ?? "").trim();
  if (filter.length > FILTER_MAX || filter.includes("\0") || !filter.isWellFormed())
    throw createValidationError("Invalid filter");
  const audience = c.req.header("x-jwt-aud") || "authenticated";
  const isOldestFirst = readSort(c.req.query("sort"));
  const query = readPageQuery(c, { digitsMax: 18 });
  const { db } = auth.database;
  const condition = and(eq(users.aud, audience), IS_NOT_DELETED, filter ? buildFilter(filter) : undefined);
  const order = isOldestFirst
    ? [asc(users.createdAt), asc(users.id)]
    : [desc(users.createdAt), desc(users.id)];
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(users)
      .where(condition)
      .orderBy(...order)
      .limit(query.perPage)
      .offset((query.page - 1) * query.perPage),
    db.$count(users, condition),
  ]);
  const otherParameters = [
    ...(filter ? [`filter=${encodeURIComponent(filter)}`] : []),
    ...(isOldestFirst ? ["sort=created_at%20asc"] : []),
  ];
  const headers = buildPageHeaders("/admin/users", query, total, otherParameters);
  return c.json({ users: await presentUsers(db, rows), aud: audience }, 200, headers);
};

/** Returns whether the oldest come first. Throws AuthError("validation_failed"). */
function readSort(input: string | undefined): boolean {
  const [field, direction = "desc", ...rest] = (input || "created_at desc").trim().toLowerCase().split(/\s+/);
  if (field !== "created_at" || (direction !== "asc" && direction !== "desc") || rest.length > 0)
    throw createValidationError('Bad Sort Parameters: sort must be "created_at asc" or "created_at desc"');
  return direction === "asc";
}
