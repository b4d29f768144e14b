import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveQuestion } from "#analyzers/assistant/resolve-question.ts";
import type { Turn } from "#core/ai/tools.ts";
import { analyze } from "#server/ai/analyzers/analyze.ts";
import { createMaterialFinder } from "#server/ai/find-material.ts";
import { findForSearches } from "#server/ai/find-relevant.ts";
import { loadDemoCommunity } from "#server/demo/index.ts";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createEdge } from "#server/testing/edge.ts";
import { judge, type Outcome, writeMistakes, writeResults } from "./measure.fixture.ts";
import {
  type ConversationOutcome,
  judgeConversation,
  LABELED_CONVERSATIONS,
  writeConversationMistakes,
  writeConversationResults,
} from "./measure-conversations.fixture.ts";
import { LABELED_BRIEFS, LABELED_QUESTIONS, type LabeledQuestion } from "./questions.fixture.ts";

let database: TestDatabase;
let questionOutcomes: Outcome[];
let briefOutcomes: Outcome[];
let conversationOutcomes: ConversationOutcome[];

beforeAll(async () => {
  database = await createTestDatabase();
  const clock = { now: () => new Date("2026-11-23T12:00:00Z") };
  await loadDemoCommunity({
    database,
    log: createLog("silent"),
    clock,
    hashPassword: async () => "not a password",
  });
  const { app } = await createEdge({ database, clock });
  await app.news.addSamples();
  const finder = createMaterialFinder({ ...app, clock });

  async function ask(tool: "chatbot" | "generator", input: string, turns: readonly Turn[]) {
    const { searches } = resolveQuestion(input, turns);
    const { documents, rarity } = await findForSearches(searches, (search) =>
      finder.findDocuments(tool, search),
    );
    return analyze({ tool, input, documents, rarity, turns, histories: null, today: "2026-11-23" });
  }
  async function converse(tool: "chatbot" | "generator", questions: readonly string[]): Promise<Turn[]> {
    const turns: Turn[] = [];
    for (const question of questions)
      turns.push({ question, answer: (await ask(tool, question, turns)).markdown });
    return turns;
  }
  async function askAndJudge(
    tool: "chatbot" | "generator",
    labeledQuestion: LabeledQuestion,
  ): Promise<Outcome> {
    const turns = await converse(tool, labeledQuestion.earlierQuestions);
    return judge(labeledQuestion, await ask(tool, labeledQuestion.question, turns));
  }
  questionOutcomes = [];
  for (const question of LABELED_QUESTIONS) questionOutcomes.push(await askAndJudge("chatbot", question));
  briefOutcomes = [];
  for (const request of LABELED_BRIEFS) briefOutcomes.push(await askAndJudge("generator", request));
  conversationOutcomes = [];
  for (const conversation of LABELED_CONVERSATIONS) {
    const turns = await converse("chatbot", conversation.questions.slice(0, -1));
    const lastAnswer = await ask("chatbot", conversation.questions.at(-1) ?? "", turns);
    const earlierAnswers = turns.map((turn) => turn.answer);
    conversationOutcomes.push(judgeConversation(conversation, earlierAnswers, lastAnswer));
  }
}, 300_000);
afterAll(() => database.drop());

describe("docs/assistant.md", () => {
  const docs = readFileSync(new URL("../../../docs/assistant.md", import.meta.url), "utf8");

  test("has the measured results", () => {
    expect(docs).toContain(writeResults(questionOutcomes, briefOutcomes));
  });

  test("lists every mistake", () => {
    expect(docs).toContain(writeMistakes([...questionOutcomes, ...briefOutcomes]));
  });
});

describe("conversations", () => {
  const docs = readFileSync(new URL("../../../docs/assistant.md", import.meta.url), "utf8");

  test("have the results that docs/assistant.md states", () => {
    expect(docs).toContain(writeConversationResults(conversationOutcomes));
  });

  test("are listed in docs/assistant.md if the last answer is a mistake", () => {
    expect(docs).toContain(writeConversationMistakes(conversationOutcomes));
  });

  test("number at least 60, and are all different", () => {
    const keys = LABELED_CONVERSATIONS.map(({ questions }) => questions.join(" >> "));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThanOrEqual(60);
  });
});

test("there are at least 150 questions, all different", () => {
  expect(LABELED_QUESTIONS.length).toBeGreaterThanOrEqual(150);
  const keys = LABELED_QUESTIONS.map(({ earlierQuestions, question }) =>
    [...earlierQuestions, question].join(" >> "),
  );
  expect(new Set(keys).size).toBe(keys.length);
});
