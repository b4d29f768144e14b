import { and, asc, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { createValidationError } from "../request-body.ts";
import { users } from "../tables.ts";
import { presentUsers } from "../user/present-user.ts";
import { notDeleted } from "./find-user.ts";
import { buildPageHeaders, type PageQuery, readPageQuery } from "./pagination.ts";

const FILTER_MAX = 255;

interface UserListQuery extends PageQuery {
  readonly audience: string;
  readonly filter: string | undefined;
  readonly oldestFirst: boolean;
}

async function listUsers(auth: AuthDeps, { audience, page, perPage, filter, oldestFirst }: UserListQuery) {
  const { db } = auth.database;
  const condition = and(
    eq(users.aud, audience),
    notDeleted,
    filter === undefined ? undefined : buildFilter(filter),
  );
  const order = oldestFirst ? [asc(users.createdAt), asc(users.id)] : [desc(users.createdAt), desc(users.id)];
  const [rows, [count]] = await Promise.all([
    db
      .select()
      .from(users)
      .where(condition)
      .orderBy(...order)
      .limit(perPage)
      .offset((page - 1) * perPage),
    db
      .select({ total: sql`count(*)`.mapWith(Number) })
      .from(users)
      .where(condition),
  ]);
  return { users: await presentUsers(db, rows), total: count?.total ?? 0 };
}

/** Matches part of the address or of the full name, case-insensitively. */
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
  const query: UserListQuery = {
    audience: c.req.header("x-jwt-aud") || "authenticated",
    ...readPageQuery(c, 18),
    filter: filter || undefined,
    oldestFirst: readSort(c.req.query("sort")),
  };
  const { users, total } = await listUsers(auth, query);
  const otherParameters = [
    ...(query.filter === undefined ? [] : [`filter=${encodeURIComponent(query.filter)}`]),
    ...(query.oldestFirst ? ["sort=created_at%20asc"] : []),
  ];
  const headers = buildPageHeaders("/admin/users", query, total, otherParameters);
  return c.json({ users, aud: query.audience }, 200, headers);
};

function readSort(input: string | undefined): boolean {
  const [field, direction = "desc", ...rest] = (input || "created_at desc").trim().toLowerCase().split(/\s+/);
  if (field !== "created_at" || (direction !== "asc" && direction !== "desc") || rest.length > 0)
    throw createValidationError('Bad Sort Parameters: sort must be "created_at asc" or "created_at desc"');
  return direction === "asc";
}
