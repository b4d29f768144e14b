import type { Member } from "#core/accounts/member.ts";
import type { RawDecision } from "#core/reports/report-input.ts";
import { createAppFixture } from "#server/testing/app.ts";

export type ReportFixture = Awaited<ReturnType<typeof createReportFixture>>;

export async function createReportFixture(settings: Record<string, string> = {}) {
  const fixture = await createAppFixture(settings);
  const { app, database } = fixture;
  let postCount = 0;
  return {
    ...fixture,
    async createMember(role: Member["role"] = "user"): Promise<Member> {
      const member = await fixture.register();
      if (role === "user") return member;
      await database.pool.query("update public.user_roles set role = 'admin' where user_id = $1", [
        member.id,
      ]);
      return { ...member, role };
    },
    async createPost(author: Member, fields: { title?: string; content?: string } = {}) {
      postCount += 1;
      const content = `Text of post ${postCount}.`;
      const post = { title: `Post ${postCount}`, content, category: "tech", tags: [], ...fields };
      return (await app.forum.createPost(author, post)).id;
    },
    async addComment(author: Member, postId: string, content = "A comment.") {
      return (await app.forum.addComment(author, { postId, content })).id;
    },
    report: (reporter: Member, kind: string, id: string, reason = "spam", text = "") =>
      app.reports.submitReport(reporter, { kind, id, reason, text }),
    async findOpenGroupId(targetId: string) {
      const { rows } = await database.pool.query<{ id: string }>(
        "select id from public.report_groups where target_id = $1 and decided_at is null",
        [targetId],
      );
      if (!rows[0]) throw new Error("no open group");
      return rows[0].id;
    },
    async readEmails(kind: string) {
      const { rows } = await database.pool.query<{ recipient: string; body_text: string }>(
        "select recipient, body_text from email.outbox where kind = $1 order by id",
        [kind],
      );
      return rows;
    },
  };
}

export const buildDecision = (
  groupId: string,
  action: string,
  overrides: Partial<RawDecision> = {},
): RawDecision => ({
  groupId,
  action,
  conclusion: "We looked at it.",
  alsoRemove: false,
  title: "",
  content: "",
  term: "",
  ...overrides,
});
