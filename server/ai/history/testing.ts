import { randomUUID } from "node:crypto";
import type { Member } from "#core/accounts/member.ts";
import type { SavedTurn } from "#core/ai/export.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { startFakeProvider } from "#server/ai/fake-provider.fixture.ts";
import { type AskOptions, createAiFixture, readAnswer, TEST_ANALYSIS } from "#server/ai/testing.ts";
import { createTestDatabase } from "#server/testing/database.ts";

export interface SignedInMember {
  readonly viewer: Member;
  readonly token: string;
}

export interface AskHistoryOptions extends Omit<AskOptions, "history" | "token"> {
  readonly tool?: ToolId;
  readonly conversation?: string | null;
  readonly replaces?: readonly string[];
}

export type HistoryFixture = Awaited<ReturnType<typeof createHistoryFixture>>;

/** Creates the AI module with a fake provider. `register` creates a member, by default one who saves conversations. */
export async function createHistoryFixture() {
  const database = await createTestDatabase();
  const provider = await startFakeProvider();
  const aiFixture = await createAiFixture(database, { provider, analysis: TEST_ANALYSIS });
  const { history } = aiFixture.ai;
  let memberCount = 0;
  const list = async ({ viewer }: SignedInMember, search = "") =>
    (await history.listConversations(viewer, { search, cursor: null })).items;
  return {
    database,
    provider,
    aiFixture,
    history,
    // biome-ignore lint/suspicious/noExplicitAny: rows of any query
    query: async (text: string, values: unknown[] = []): Promise<any[]> =>
      (await database.pool.query(text, values)).rows,
    async register({ isSavingOn = true } = {}): Promise<SignedInMember> {
      memberCount += 1;
      const username = `reader${memberCount}`;
      const session = await aiFixture.edge.app.auth.signUp(
        { email: `${username}@example.org`, password: "wooden-Lantern-9-7391", username },
        { ip: "203.0.113.1", userAgent: "a test" },
      );
      const viewer: Member = {
        id: session.user.id,
        username,
        email: null,
        avatarUrl: null,
        isVerified: false,
        role: "user",
        sessionId: randomUUID(),
      };
      if (isSavingOn) await history.setSaving(viewer, true);
      return { viewer, token: session.access_token };
    },
    /**
     * Asks a question as the page does, and returns where the answer was saved: null if it wasn't saved after all,
     * undefined if the member has saving turned off.
     */
    async ask({ token }: SignedInMember, input: string, askOptions: AskHistoryOptions = {}) {
      const { tool = "chatbot", conversation = null, replaces = [], ...options } = askOptions;
      const { events } = await readAnswer(
        aiFixture.ask(tool, input, { token, history: { conversation, replaces }, ...options }),
      );
      return events.reduce<SavedTurn | null | undefined>(
        (saved, { analysis }) => (analysis?.saved === undefined ? saved : analysis.saved),
        undefined,
      );
    },
    list,
    listTitles: async (member: SignedInMember, search?: string) =>
      (await list(member, search)).map(({ title }) => title),
    read: ({ viewer }: SignedInMember, id = "") => history.readConversation(viewer, id),
    async end() {
      await aiFixture.end();
      await provider.close();
      await database.drop();
    },
  };
}
