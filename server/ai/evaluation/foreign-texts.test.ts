import { expect, test } from "vitest";
import { isForeign } from "#analyzers/language/is-foreign.ts";
import { CALIBRATION } from "#analyzers/sentiment/calibration.fixture.ts";
import { HELD_OUT } from "#analyzers/sentiment/labeled.fixture.ts";
import { TUNING } from "#analyzers/sentiment/tuning.fixture.ts";
import { VOICES_DEVELOPMENT, VOICES_HELD_OUT } from "#analyzers/sentiment/voices.fixture.ts";
import { CONVERSATIONS } from "./conversation-texts.fixture.ts";
import { FOREIGN_TUNING, FOREIGN_WRITTEN_LATER } from "./foreign-texts.fixture.ts";
import { BRIEF_REQUESTS, QUESTION_SETS } from "./question-texts.fixture.ts";

const LABELED_TEXTS = [...TUNING, ...HELD_OUT, ...CALIBRATION, ...VOICES_DEVELOPMENT, ...VOICES_HELD_OUT];
const QUESTIONS = [...Object.values(QUESTION_SETS), BRIEF_REQUESTS, CONVERSATIONS]
  .flatMap((set) => set.trim().split("\n"))
  .flatMap((line) => (line.split("|")[0] ?? "").split(">>"));

async function findForeign(texts: Iterable<string>): Promise<string[]> {
  const foreignTexts: string[] = [];
  for (const text of new Set(texts)) if (await isForeign(text)) foreignTexts.push(text);
  return foreignTexts;
}

test.each([
  ["headlines, posts and messages", LABELED_TEXTS.map(({ text }) => text), 800],
  ["questions and requests", QUESTIONS.map((question) => question.trim()), 400],
] as const)(
  "at most 1 in 200 English texts is taken for another language: %s",
  async (_, texts, minCount) => {
    expect(new Set(texts).size).toBeGreaterThan(minCount);
    const foreignTexts = await findForeign(texts);
    expect(foreignTexts.length / new Set(texts).size, foreignTexts.join("\n")).toBeLessThanOrEqual(0.005);
  },
);

test.each([
  ["the texts that the thresholds were chosen with", FOREIGN_TUNING],
  ["texts written afterwards", FOREIGN_WRITTEN_LATER],
] as const)("at least 19 in 20 short texts in other languages are recognized: %s", async (_, texts) => {
  const foreignTexts = new Set(await findForeign(texts));
  const missedTexts = texts.filter((text) => !foreignTexts.has(text));
  expect(missedTexts.length / texts.length, missedTexts.join("\n")).toBeLessThanOrEqual(0.05);
});

test.each([
  "BTC",
  "$ETH",
  "Solana staking",
  "BTC ETH SOL ADA",
  "What does 区块链 mean in English?",
  "Μήνυμα means message in Greek, doesn't it?",
  "const total = 5;",
  "`let x = await fetch(url)` fails",
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "https://example.com/über/straße",
  "",
  "🚀🚀🚀",
])(
  "tickers, code, addresses, URLs and foreign words in English text aren't taken for another language: %j",
  async (text) => {
    expect(await isForeign(text)).toBe(false);
  },
);
