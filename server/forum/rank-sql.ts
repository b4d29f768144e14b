import { type SQL, sql } from "drizzle-orm";

/** The ranks, computed in SQL. Their last digits may differ from those of the ranks computed in core/forum. */

export function hotRankSql(upvotes: SQL, downvotes: SQL, createdAt: SQL): SQL {
  const score = sql`(${upvotes} - ${downvotes})`;
  return sql`(sign(${score}) * log(greatest(abs(${score}), 1)::float8)
    + (extract(epoch from ${createdAt})::float8 - 1704067200) / 45000)`;
}

export function bestRankSql(upvotes: SQL, downvotes: SQL): SQL {
  const votes = sql`nullif(${upvotes} + ${downvotes}, 0)`;
  const share = sql`((${upvotes})::float8 / ${votes})`;
  return sql`coalesce(greatest(0, (${share} + 3.8416::float8 / (2 * ${votes})
    - 1.96::float8 * sqrt((${share} * (1 - ${share}) + 3.8416::float8 / (4 * ${votes})) / ${votes}))
    / (1 + 3.8416::float8 / ${votes})), 0)`;
}
