import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseSearchWords, SEARCH_WORDS_MAX } from "./search-words.ts";

test.each([
  ["What is staking?", ["staking"]],
  ["BTC", ["btc", "bitcoin"]],
  ["how does bitcoin mining work", ["btc", "bitcoin", "mining"]],
  ["$sol outage", ["sol", "solana", "outage"]],
  ["Why did ETH fall?", ["eth", "ethereum", "fall"]],
  ["bitcoin cash", ["bch", "bitcoin cash"]],
  ["a link to the dot", ["link", "dot"]],
  ["there is reason for optimism", ["optimism", "reason"]],
  ["Optimism fees", ["op", "optimism", "fees"]],
  ["Is The Graph secure?", ["grt", "the graph", "secure"]],
  ["The graph shows a peak", ["graph", "shows", "peak"]],
  ["Please explain the difference between rollups and sidechains", ["sidechains", "rollups"]],
  ["the crypto price of quantum", ["quantum", "crypto", "price"]],
  ["", []],
  ["what is it?", []],
])("%j is searched as %j", (input, words) => {
  expect(chooseSearchWords(input)).toEqual(words);
});

test("any input yields at most six search words, none of them empty or repeated", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (input) => {
      const words = chooseSearchWords(input);
      expect(words.length).toBeLessThanOrEqual(SEARCH_WORDS_MAX);
      expect(new Set(words).size).toBe(words.length);
      for (const word of words) expect(word).toMatch(/^[\p{L}\p{N} ]{1,40}$/u);
    }),
  );
});

test("the search words of a long input start with its most frequent word", () => {
  const text =
    "The validator set grew. Every validator signs; a validator that is offline loses a little. ".repeat(400);
  expect(chooseSearchWords(text)[0]).toBe("validator");
});
