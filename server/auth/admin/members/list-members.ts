import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Viewer } from "#core/accounts/member.ts";
import {
  MEMBERS_PAGE_SIZE,
  type MemberListQuery,
  type MemberPage,
  type MemberSort,
} from "#core/admin/members.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { microsToTime, toMicros } from "#server/database/index.ts";
import { encodeCursor, parseCursor } from "#server/platform/list-cursor.ts";
import type { AuthDeps } from "../../deps.ts";
import { IS_UNCONFIRMED, MEMBER_COLUMNS, type MemberColumns, presentMember } from "./present-member.ts";

/** With more matches than this, sorting them all would be too slow. */
const SORTED_MAX = 1000;

interface Order {
  /** The value to sort by. A cursor contains this value and the ID of the last row. */
  readonly key: SQL;
  readonly keySchema: z.ZodType<string | number>;
  readonly orderBy: SQL;
  readonly after: (key: string | number, id: string) => SQL;
}

const LOWERCASE_NAME = sql`lower(p.username) collate "C"`;

const ORDERS: Readonly<Record<MemberSort, Order>> = {
  newest: {
    key: toMicros(sql`p.created_at`),
    keySchema: z.int(),
    orderBy: sql`p.created_at desc, p.id desc`,
    after: (key, id) => sql`(p.created_at, p.id) < (${microsToTime(Number(key))}, ${id}::uuid)`,
  },
  karma: {
    key: sql`p.karma`,
    keySchema: z.int(),
    orderBy: sql`p.karma desc, p.id desc`,
    after: (key, id) => sql`(p.karma, p.id) < (${key}::bigint, ${id}::uuid)`,
  },
  name: {
    key: sql`lower(p.username)`,
    keySchema: z.string().regex(/^[^\0]*$/),
    orderBy: sql`${LOWERCASE_NAME}, p.id`,
    after: (key, id) => sql`(${LOWERCASE_NAME}, p.id) > (${key}, ${id}::uuid)`,
  },
};

/** The order of unconfirmed accounts. Sorts by when the account was created, because most have no profile. */
const UNCONFIRMED_ORDER: Order = {
  key: toMicros(sql`u.created_at`),
  keySchema: z.int(),
  orderBy: sql`u.created_at desc, u.id desc`,
  after: (key, id) => sql`(u.created_at, u.id) < (${microsToTime(Number(key))}, ${id}::uuid)`,
};

/** Lists members, or accounts that await confirmation, in one query. Ignores an invalid cursor. */
export async function listMembers(
  { database, clock }: AuthDeps,
  viewer: Viewer,
  query: MemberListQuery,
): Promise<MemberPage> {
  requireAdmin(viewer);
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const listsUnconfirmed = query.state === "unconfirmed";
  const order = listsUnconfirmed ? UNCONFIRMED_ORDER : ORDERS[query.sort];
  const from = listsUnconfirmed
    ? sql`auth.users u left join public.profiles p on p.id = u.id`
    : sql`public.profiles p join auth.users u on u.id = p.id`;
  const conditions = [
    sql`u.deleted_at is null`,
    ...(listsUnconfirmed ? [IS_UNCONFIRMED] : []),
    ...(query.state === "suspended" ? [sql`u.banned_until > ${now}`] : []),
    ...(query.state === "active"
      ? [sql`(u.banned_until is null or u.banned_until <= ${now}) and not (${IS_UNCONFIRMED})`]
      : []),
    ...(query.role === "admin" ? [sql`r.role = 'admin'`] : []),
    ...(query.role === "user" ? [sql`r.role is distinct from 'admin'`] : []),
    ...buildCursorConditions(order, query.cursor),
  ];
  const buildPage = (...extraConditions: SQL[]) => sql`
    select ${MEMBER_COLUMNS}, to_jsonb(${order.key}) as key, row_number() over (order by ${order.orderBy}) as position
    from ${from} left join public.user_roles r on r.user_id = u.id
    where ${sql.join([...conditions, ...extraConditions], sql` and `)}
    order by ${order.orderBy} limit ${MEMBERS_PAGE_SIZE + 1}`;
  const { rows } = await database.db.execute<MemberColumns & { key: string | number; position: string }>(
    query.search === "" ? buildPage() : buildSearch(query.search, buildPage),
  );
  const shownRows = rows.slice(0, MEMBERS_PAGE_SIZE);
  const lastRow = rows.length > MEMBERS_PAGE_SIZE ? shownRows.at(-1) : undefined;
  return {
    members: shownRows.map(({ key: _key, position: _position, ...row }) => presentMember(row, clock.now())),
    nextCursor: lastRow ? encodeCursor([lastRow.key, lastRow.id]) : null,
  };
}

function buildCursorConditions({ keySchema, after }: Order, cursor: string | null): SQL[] {
  const position = parseCursor(z.tuple([keySchema, z.guid()]), cursor);
  return position ? [after(...position)] : [];
}

/**
 * Builds a search query. If the trigram index finds at most SORTED_MAX matches, these are sorted. Otherwise, a scan in
 * sort order fills a page quickly. A search term of one or two characters matches only the beginning of a name or email
 * address.
 */
function buildSearch(search: string, buildPage: (...extraConditions: SQL[]) => SQL): SQL {
  const escapedSearch = search.replace(/[\\%_]/g, "\\$&");
  const pattern = [...search].length < 3 ? `${escapedSearch}%` : `%${escapedSearch}%`;
  const count = sql`(select count(*) from found)`;
  return sql`
    with found as materialized (
      (select id from public.profiles where username ilike ${pattern} limit ${SORTED_MAX + 1})
      union
      (select id from auth.users where email ilike ${pattern} limit ${SORTED_MAX + 1})
      union
      (select id from auth.users where sso_email ilike ${pattern} limit ${SORTED_MAX + 1})
    )
    select * from (
      (${buildPage(sql`${count} <= ${SORTED_MAX}`, sql`u.id in (select id from found)`)})
      union all
      (${buildPage(
        sql`${count} > ${SORTED_MAX}`,
        sql`(p.username ilike ${pattern} or u.email ilike ${pattern} or u.sso_email ilike ${pattern})`,
      )})
    ) page order by position`;
}
