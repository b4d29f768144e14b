import type { Member } from "#core/accounts/member.ts";
import type { PostListQuery } from "#core/forum/types.ts";
import { openDatabase } from "#server/database/index.ts";
import { createForum, type Forum } from "#server/forum/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import type { Program } from "#server/testing/program.ts";
import type { Bench } from "./bench.ts";
import { runStatement } from "./databases.ts";
import type { Figure, PartResult } from "./figure.ts";
import { signUpMember } from "./member.ts";
import { readRequests, startMeasuredProgram } from "./program.ts";

/** A visitor's Cookie header that bypasses the page cache, because a cached page runs no statements. */
const UNCACHED_COOKIE = "bench=1";
const BUDGET = { visitor: 3, member: 4 } as const;
type Client = keyof typeof BUDGET;
const CLIENTS = ["visitor", "member"] as const;
const FEW_ROWS = 20;
const ALL_POSTS: PostListQuery = {
  sort: "hot",
  period: "all",
  categories: [],
  tag: null,
  search: "",
  cursor: null,
};

interface StatementCount {
  readonly page: string;
  readonly rowCount: number;
  readonly client: Client;
  /**
   * Includes queries for the community's counts, which all pages share and which are cached for ten seconds. If the
   * page shows news counts, their queries are included too; they are cached in the same way. A news search that
   * refreshes both counts takes one statement more than this.
   */
  readonly statementCount: number;
}

/** Counts SQL statements per page from the program's log, with few rows and with many. */
export async function measureStatements(bench: Bench): Promise<PartResult> {
  const statementCounts: StatementCount[] = [];
  for (const rowCount of [FEW_ROWS, bench.isQuick ? 2_000 : 20_000])
    statementCounts.push(...(await countStatementsWithRows(bench, rowCount)));

  const pages = [...new Set(statementCounts.map((count) => count.page))];
  const figures = pages.map((page) =>
    createFigure(
      page,
      statementCounts.filter((count) => count.page === page),
    ),
  );
  return { figures, details: statementCounts };
}

function createFigure(page: string, statementCounts: readonly StatementCount[]): Figure {
  const filterByClient = (client: Client) => statementCounts.filter((count) => count.client === client);
  const isConstant = CLIENTS.every(
    (client) => new Set(filterByClient(client).map((count) => count.statementCount)).size <= 1,
  );
  return {
    label: page,
    budget: `at most ${BUDGET.visitor}, for members ${BUDGET.member}`,
    measured: filterByClient("visitor")
      .map(({ rowCount, statementCount }) => {
        const memberStatementCount = filterByClient("member").find(
          (count) => count.rowCount === rowCount,
        )?.statementCount;
        return `${statementCount}${memberStatementCount === undefined ? "" : `, for members ${memberStatementCount}`} at ${rowCount.toLocaleString("en")} posts`;
      })
      .join("; "),
    isMet: isConstant && statementCounts.every((count) => count.statementCount <= BUDGET[count.client]),
  };
}

async function countStatementsWithRows(bench: Bench, rowCount: number): Promise<StatementCount[]> {
  const databaseUrl = await bench.databases.create(rowCount);
  const pages = await preparePages(databaseUrl, rowCount);
  const program = await startMeasuredProgram({ databaseUrl });
  bench.addCleanup(program.stop);

  // The first request to a new process queries the counts; the same request right after it doesn't.
  const communityStatementCount = await countExtraStatements(program, "/");
  const newsStatementCount = await countExtraStatements(program, "/news");

  const memberCookie = await signUpMember(program.url);
  const statementCounts: StatementCount[] = [];
  for (const { page, path, hasNewsCounts } of pages) {
    // Members are redirected from the sign-in page.
    for (const client of path === "/auth" ? (["visitor"] as const) : CLIENTS) {
      const cookie = client === "member" ? memberCookie : UNCACHED_COOKIE;
      // On a busy machine, the cache may expire between the requests. The smaller count has no extra statements.
      const counts = [
        await countStatements(program, path, cookie),
        await countStatements(program, path, cookie),
      ];
      const extraCount = communityStatementCount + (hasNewsCounts ? newsStatementCount : 0);
      statementCounts.push({ page, rowCount, client, statementCount: Math.min(...counts) + extraCount });
    }
  }
  return statementCounts;
}

/** Returns how many more statements the page runs when its counts aren't cached. */
async function countExtraStatements(program: Program, path: string): Promise<number> {
  const extraCount =
    (await countStatements(program, path, UNCACHED_COOKIE)) -
    (await countStatements(program, path, UNCACHED_COOKIE));
  if (extraCount < 0 || extraCount > 1)
    throw new Error(`The counts of ${path} seem to take ${extraCount} statements.`);
  return extraCount;
}

async function countStatements(program: Program, path: string, cookie: string): Promise<number> {
  const response = await fetch(program.url + path, { headers: { Cookie: cookie } });
  await response.text();
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  const id = response.headers.get("X-Request-Id");
  // The request is logged when the response starts, but the line may reach the file only after we have received the
  // response.
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const line = readRequests(program).find((request) => request.requestId === id);
    if (line) return line.statements;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${path} was not logged`);
}

interface MeasuredPage {
  readonly page: string;
  readonly path: string;
  readonly hasNewsCounts?: boolean;
}

/**
 * Lists the pages to request, after adding the comments (with the forum's own operation) and articles that they show.
 */
async function preparePages(databaseUrl: string, rowCount: number): Promise<MeasuredPage[]> {
  const database = openDatabase({ url: databaseUrl, log: createLog("silent"), maxConnections: 2 });
  try {
    const forum = createForum({ database, clock: systemClock, limits: null });
    const [firstPost, secondPost] = (await forum.listPosts(null, { ...ALL_POSTS, sort: "new" })).items;
    const [shortThreadId, longThreadId] = [firstPost?.id ?? "", secondPost?.id ?? ""];
    const author = await findMember(databaseUrl);
    await addComments(forum, author, shortThreadId, 2);
    const topLevelId = await addComments(forum, author, longThreadId, 200);

    const { nextCursor } = await forum.listPosts(null, ALL_POSTS);
    const laterPageQuery = nextCursor === null ? "" : `?after=${nextCursor}`;
    if (rowCount > FEW_ROWS !== (nextCursor !== null))
      throw new Error("The list does not have the expected length.");
    const articleId = await addArticles(databaseUrl, rowCount);
    return [
      { page: "home", path: "/" },
      { page: "home, a later page", path: `/${laterPageQuery}` },
      { page: "home, Top of the week", path: "/?sort=top&period=week" },
      { page: "forum", path: "/forum" },
      { page: "forum, a later page", path: `/forum${laterPageQuery}` },
      { page: "forum, three categories", path: "/forum?category=crypto&sort=new" },
      { page: "forum, a tag", path: `/forum?tag=${firstPost?.tags[0] ?? "tag"}` },
      { page: "forum, a search", path: `/forum?q=${encodeURIComponent(secondPost?.title ?? "")}` },
      { page: "post with 2 comments", path: `/forum/${shortThreadId}` },
      { page: "post with 200 comments", path: `/forum/${longThreadId}` },
      { page: "post with 200 comments, best first", path: `/forum/${longThreadId}?sort=best` },
      { page: "a comment's own page", path: `/forum/${longThreadId}/comments/${topLevelId}` },
      { page: "news", path: "/news", hasNewsCounts: true },
      { page: "news, a topic", path: "/news?category=quantum", hasNewsCounts: true },
      { page: "news, a search (counts cached)", path: "/news?q=chip" },
      { page: "article", path: `/news/${articleId}` },
      { page: "search", path: "/search?q=misspelt+author:nobody" },
      {
        page: "search, misspelled words",
        path: `/search?q=${encodeURIComponent(secondPost?.title ?? "")}+commnet`,
      },
      { page: "sign in", path: "/auth" },
    ];
  } finally {
    await database.close();
  }
}

/**
 * Adds comments: every third is a top-level comment, the others reply to the previous one. Returns the ID of the last
 * top-level comment.
 */
async function addComments(forum: Forum, author: Member, postId: string, count: number): Promise<string> {
  let topLevelId = "";
  let parentId: string | null = null;
  for (let index = 0; index < count; index += 1) {
    if (index % 3 === 0) parentId = null;
    const comment: { id: string } = await forum.addComment(author, {
      postId,
      parentId,
      content: `Comment ${index}: see **[the figures](https://example.org/${index})** and \`note ${index}\`.`,
    });
    if (parentId === null) topLevelId = comment.id;
    parentId = comment.id;
  }
  return topLevelId;
}

/** Adds articles of every category, some of them flash news. Returns the newest one's ID. */
async function addArticles(databaseUrl: string, count: number): Promise<string> {
  const [row] = await runStatement<{ id: string }>(
    databaseUrl,
    `insert into public.news_articles (title, content, excerpt, category, tags, published_at, source, source_url,
       identity, content_digest, is_flash)
     select 'Article ' || n, 'Article ' || n || ' is about a new chip.', 'A new chip.',
       (array['crypto', 'ai', 'quantum', 'defi', 'blockchain'])[1 + n % 5], array['crypto'],
       now() - n * interval '1 minute', 'Wire ' || n % 9, 'https://wire.example/' || n, n::text, '', n % 3 = 0 and n < 60
     from generate_series(1, $1::int) n
     returning id`,
    [count],
  );
  if (row === undefined) throw new Error("No article was added.");
  return row.id;
}

async function findMember(databaseUrl: string): Promise<Member> {
  const [row] = await runStatement<{ id: string; username: string }>(
    databaseUrl,
    "select id, username from public.profiles order by username limit 1",
  );
  if (row === undefined) throw new Error("The generated posts have no authors.");
  return { ...row, email: null, avatarUrl: null, isVerified: false, role: "user", sessionId: row.id };
}
