import type { Member } from "#core/accounts/member.ts";
import type { PostListQuery } from "#core/forum/types.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import type { NewPost } from "./create-post.ts";
import type { ForumDeps } from "./deps.ts";
import { createForum } from "./index.ts";

/** Creates a forum with its own database and a clock that tests can set. */
export async function openTestForum(options: { maxConnections?: number; limits?: ForumDeps["limits"] } = {}) {
  const database = await createTestDatabase(
    options.maxConnections ? { maxConnections: options.maxConnections } : {},
  );
  let time = new Date("2026-06-15T12:00:00.000Z");
  const clock = {
    now: () => time,
    set(newTime: Date) {
      time = newTime;
    },
    advance(seconds: number) {
      time = new Date(time.getTime() + seconds * 1000);
    },
  };
  const forum = createForum({ database, clock, limits: options.limits ?? null });
  const members = new Map<string, Promise<Member>>();
  let postCount = 0;
  return {
    database,
    forum,
    clock,
    /** Returns the member with this name, who is created on the first call. */
    createMember(name: string, role: Member["role"] = "user") {
      const member = members.get(name) ?? insertMember(database, name, { role });
      members.set(name, member);
      return member;
    },
    async createPost(author: Member, post: Partial<NewPost> = {}) {
      postCount += 1;
      const fields = { title: `Post number ${postCount}`, content: `Content number ${postCount}.`, tags: [] };
      return (await forum.createPost(author, { category: "crypto", ...fields, ...post })).id;
    },
  };
}

export type TestForum = Awaited<ReturnType<typeof openTestForum>>;

/** Builds a list query: by default, the first page of Hot without filters. */
export function buildListQuery(query: Partial<PostListQuery> = {}): PostListQuery {
  return { sort: "hot", period: "all", categories: [], tag: null, search: "", cursor: null, ...query };
}
