import { describe, expect, test } from "vitest";
import type { SiteDocument } from "#core/ai/analysis.ts";
import { answerQuestion } from "./answer-question.ts";

const POST: SiteDocument = {
  kind: "post",
  path: "/forum/4",
  title: "What a signature costs",
  text: "Breaking such a curve takes a couple of thousand logical qubits. Nobody has that many.",
  date: "2026-11-12T09:30:00Z",
  attribution: "mara",
  isSample: false,
};
const SUNDAY_POST: SiteDocument = {
  ...POST,
  path: "/forum/5",
  title: "Why do so many moves happen on Sunday?",
  text: "They happen when the banks are closed.",
};
const answer = (input: string, ...earlier: readonly string[]) => {
  const turns = earlier.map((question) => ({
    question,
    answer: answerQuestion(question, [POST, SUNDAY_POST]).markdown,
  }));
  return answerQuestion(input, [POST, SUNDAY_POST], { turns }).markdown;
};
const NOTHING_FOUND = /^This site has nothing on/;
const QUBIT_QUESTION =
  "How many logical qubits are needed to break ECDSA secp256k1, and when might that happen?";

describe("a question in two parts", () => {
  test("is answered from a source on its subject", () => {
    expect(answer(QUBIT_QUESTION)).toContain(
      "“Breaking such a curve takes a couple of thousand logical qubits.”",
    );
  });

  test("isn't taken for a follow-up just because its second part refers to its first", () => {
    for (const earlier of ["Who can see my seed phrase?", "What is staking?"])
      expect(answer(QUBIT_QUESTION, earlier)).toContain("a couple of thousand logical qubits");
  });

  test.each([
    "How do I bake bread, and when might that happen?",
    "How do I bake bread, and when does staking pay for it?",
    "When might that happen?",
  ])("isn't answered from a part that can't be understood on its own: %s", (question) => {
    expect(answer(question)).toMatch(NOTHING_FOUND);
  });

  test("is quoted as it was typed", () => {
    expect(answer("Waht is teh best bread, and what is diffrent about staking?")).toMatch(
      /^I looked up this part of your question: “what is diffrent about staking\?”\./,
    );
    expect(answer("What might happen to bread")).toContain("“What might happen to bread”");
  });
});

describe("help on this site", () => {
  test.each([
    "Is it safe to keep my seed phrase in a password manager?",
    "Do I need an account to trade on Uniswap?",
    "What might happen?",
  ])("doesn't answer a question that only shares some of its words: %s", (question) => {
    expect(answer(question)).toMatch(NOTHING_FOUND);
  });

  test.each(["Can that stop a quantum computer, and since when?", "Can it survive an earthquake, and when?"])(
    "isn't the closest passage to a question on another subject: %s",
    (question) => {
      expect(answer(question, "Who can see my seed phrase?")).toMatch(NOTHING_FOUND);
    },
  );

  test.each([
    "Do I need an account to read posts?",
    "do I need an account",
    "Can I read without signing up?",
    "Can I browse this site as a guest?",
    "do i have to register to read the forum",
    "Is an account required to use this site?",
    "Must I log in to read the news?",
    "Can I comment without an account?",
  ])("says that reading needs no account: %s", (question) => {
    expect(answer(question)).toContain("You don't need an account to read");
  });

  test("explains how to delete an account only if the user asks for that", () => {
    expect(answer("How do I close my account?")).toMatch(/^\*\*Delete your account\.\*\*/);
    expect(answer("Can I move my account?")).not.toContain("Delete");
  });

  test("answers questions about using this site even if they contain details that it doesn't mention", () => {
    expect(answer("who can see my seed phrase")).toMatch(/^\*\*Wallet dashboard\.\*\*/);
    expect(answer("What happens when I report someone who keeps insulting my cat?")).toMatch(
      /^\*\*Report a post, comment or member\.\*\*/,
    );
    expect(answer("will the author see it?", "how do I report a post")).toContain("warn its author");
  });
});
