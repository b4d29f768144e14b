import type { Member } from "#core/accounts/member.ts";
import type { RawDecision } from "#core/reports/report-input.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";

export interface ReportFixture extends AppFixture {
  createMember(role?: Member["role"]): Promise<Member>;
  createPost(author: Member, fields?: { title?: string; content?: string }): Promise<string>;
  addComment(author: Member, postId: string, content?: string): Promise<string>;
  report(reporter: Member, kind: string, id: string, reason?: string, text?: string): Promise<void>;
  findOpenGroup(id: string): Promise<string>;
  readEmails(kind: string): Promise<{ recipient: string; body_text: string }[]>;
}

export async function openTestReports(settings: Record<string, string> = {}): Promise<ReportFixture> {
  const fixture = await createAppFixture(settings);
  const { app, database } = fixture;
  let posts = 0;
  return {
    ...fixture,
    async createMember(role = "user") {
      const member = await fixture.register();
      if (role === "user") return member;
      await database.pool.query("update public.user_roles set role = 'admin' where user_id = $1", [
        member.id,
      ]);
      return { ...member, role };
    },
    async createPost(author, fields = {}) {
      posts += 1;
      const content = `Text of post ${posts}.`;
      const post = { title: `Post ${posts}`, content, category: "tech", tags: [], ...fields };
      return (await app.forum.createPost(author, post)).id;
    },
    async addComment(author, postId, content = "A comment.") {
      return (await app.forum.addComment(author, { postId, content })).id;
    },
    report: (reporter, kind, id, reason = "spam", text = "") =>
      app.reports.submitReport(reporter, { kind, id, reason, text }),
    async findOpenGroup(id) {
      const { rows } = await database.pool.query<{ id: string }>(
        "select id from public.report_groups where target_id = $1 and decided_at is null",
        [id],
      );
      if (!rows[0]) throw new Error("no open group");
      return rows[0].id;
    },
    async readEmails(kind) {
      const { rows } = await database.pool.query(
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
