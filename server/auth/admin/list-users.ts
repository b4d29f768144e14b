import { and, asc, desc, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { AuthUser } from "#core/accounts/session.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { createValidationError } from "../request-body.ts";
import { users } from "../tables.ts";
import { presentUsers } from "../user/present-user.ts";
import { notDeleted } from "./find-user.ts";

const PER_PAGE_DEFAULT = 50;
const PER_PAGE_MAX = 1_000;
/** Later pages would be empty, and their offset might not fit into PostgreSQL's bigint. */
const PAGE_MAX = 1_000_000_000;
const FILTER_MAX = 255;

interface UserListQuery {
  readonly audience: string;
  readonly page: number;
  readonly perPage: number;
  readonly filter: string | undefined;
  readonly oldestFirst: boolean;
}

async function listUsers(
  auth: AuthDeps,
  { audience, page, perPage, filter, oldestFirst }: UserListQuery,
): Promise<{ users: AuthUser[]; total: number }> {
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

/** Links to the next and the last page. The official client expects `page` to be the first parameter. */
function buildLinkHeader(query: UserListQuery, total: number): string {
  const last = Math.max(1, Math.ceil(total / query.perPage));
  const buildLink = (page: number) => {
    const parameters = [`per_page=${query.perPage}`];
    if (query.filter !== undefined) parameters.push(`filter=${encodeURIComponent(query.filter)}`);
    if (query.oldestFirst) parameters.push("sort=created_at%20asc");
    return `</admin/users?page=${page}&${parameters.join("&")}>`;
  };
  const next = query.page < last ? [`${buildLink(query.page + 1)}; rel="next"`] : [];
  return [...next, `${buildLink(last)}; rel="last"`].join(", ");
}

export const handleListUsers: AuthHandler = async (c, auth) => {
  const filter = (c.req.query("filter") ?? "").trim();
  if (filter.length > FILTER_MAX || filter.includes("\0") || !filter.isWellFormed())
    throw createValidationError("Invalid filter");
  const query: UserListQuery = {
    audience: c.req.header("x-jwt-aud") || "authenticated",
    page: Math.min(readNumber("page", c.req.query("page"), 1), PAGE_MAX),
    perPage: Math.min(readNumber("per_page", c.req.query("per_page"), PER_PAGE_DEFAULT), PER_PAGE_MAX),
    filter: filter || undefined,
    oldestFirst: readSort(c.req.query("sort")),
  };
  const { users, total } = await listUsers(auth, query);
  return c.json({ users, aud: query.audience }, 200, {
    "x-total-count": String(total),
    link: buildLinkHeader(query, total),
  });
};

/** Reads a number from the query. An empty value and zero mean the default. */
function readNumber(name: string, input: string | undefined, defaultValue: number): number {
  if (!input) return defaultValue;
  if (!/^\d{1,18}$/.test(input))
    throw createValidationError(`Bad Pagination Parameters: ${name} must be a non-negative integer`);
  return Number(input) || defaultValue;
}

function readSort(input: string | undefined): boolean {
  const [field, direction = "desc", ...rest] = (input || "created_at desc").trim().toLowerCase().split(/\s+/);
  if (field !== "created_at" || (direction !== "asc" && direction !== "desc") || rest.length > 0)
    throw createValidationError('Bad Sort Parameters: sort must be "created_at asc" or "created_at desc"');
  return direction === "asc";
}
