import { describe, expect, it } from "vitest";
import { INPUT_LIMIT } from "#core/ai/limits.ts";
import { getMostLikely } from "./polarity.ts";
import { scoreSentence } from "./score-sentence.ts";
import { scoreText } from "./score-text.ts";
import { tokenize } from "./tokens.ts";

const score = (text: string) => scoreText(text).score;
const judge = (text: string) => getMostLikely(scoreText(text).probabilities);
const listKeys = (text: string) => scoreText(text).drivers.map(({ key }) => key);

describe("negation", () => {
  it.each([
    ["the outlook is bullish", "the outlook is not bullish"],
    ["they are reliable", "they aren't reliable"],
    ["I trust this team", "I no longer trust this team"],
    ["the bridge recovered", "the bridge never recovered"],
    ["bitcoin gains", "bitcoin fails to gain"],
    ["it was a success", "it was hardly a success"],
  ])("turns good into bad: %s / %s", (good, bad) => {
    expect(judge(good)).toBe("Positive");
    expect(judge(bad)).toBe("Negative");
  });

  it("turns bad into good, but less strongly", () => {
    expect(score("this is not bad")).toBeGreaterThan(0);
    expect(score("this is not bad")).toBeLessThan(-score("this is bad"));
    expect(score("a release without bugs")).toBeGreaterThan(0);
    expect(score("they failed to drain the pool")).toBeGreaterThan(0);
    expect(score("they failed to stop the exploit")).toBeLessThan(0);
  });

  it("applies to one clause and one sentiment word only", () => {
    expect(score("it is not live, great news")).toBeGreaterThan(0);
    expect(score("not this one but a brilliant other one")).toBeGreaterThan(0);
    expect(score("it is not only fast, it is safe")).toBeGreaterThan(0);
  });

  it.each([
    ["I could not be happier.", "I couldn't be happier."],
    ["Could not withdraw my funds.", "Couldn't withdraw my funds."],
    ["I will not sell.", "I won't sell."],
    ["We are not happy.", "We aren't happy."],
    ["It does not work.", "It doesn't work."],
    ["It is not worth it.", "It isn't worth it."],
  ])("treats contractions like their full forms: %s %s", (fullForm, contraction) => {
    const [expected, actual] = [fullForm, contraction].map((text) => scoreText(text).score);
    expect(Math.abs(actual ?? 0)).toBeGreaterThan(0.2);
    expect(Math.sign(actual ?? 0)).toBe(Math.sign(expected ?? 0));
  });

  it("treats a typographic apostrophe like a straight one", () => {
    expect(score("it isn’t good")).toBe(score("it isn't good"));
  });
});

describe("the strength of a judgment", () => {
  it("follows the adverb, from slightly to extremely", () => {
    const risingScores = ["slightly good", "fairly good", "good", "very good", "extremely good"].map(
      (words) => score(`the launch was ${words}`),
    );
    expect(risingScores).toEqual(risingScores.toSorted((a, b) => a - b));
    expect(new Set(risingScores).size).toBe(risingScores.length);
    const fallingScores = ["slightly bad", "bad", "really bad", "utterly bad"].map((words) =>
      score(`it was ${words}`),
    );
    expect(fallingScores).toEqual(fallingScores.toSorted((a, b) => b - a));
    expect(new Set(fallingScores).size).toBe(fallingScores.length);
  });

  it("grows slightly with capitals and up to three exclamation marks", () => {
    expect(score("this is GREAT news")).toBeGreaterThan(score("this is great news"));
    expect(score("this is great news!")).toBeGreaterThan(score("this is great news."));
    expect(score("this is great news!!!!!!!!!!!!")).toBe(score("this is great news!!!"));
    expect(score("this is GREAT news!!!")).toBeLessThan(1.4 * score("this is great news."));
  });

  it("is lower for possibilities and questions", () => {
    expect(score("bitcoin could crash")).toBeGreaterThan(score("bitcoin will crash"));
    expect(score("is this token a scam?")).toBeGreaterThan(score("this token is a scam"));
  });

  it("grows with the percentage", () => {
    expect(score("ether falls 20%")).toBeLessThan(score("ether falls 5%"));
    expect(score("ether falls 5%")).toBeLessThan(score("ether falls 0.4%"));
    expect(score("ether +5%")).toBeGreaterThan(0);
    expect(score("ether -5%")).toBeLessThan(0);
    expect(score("ether up 5%")).toBeGreaterThan(0);
    expect(score("up to 5% of supply")).toBe(0);
  });
});

describe("the sentiment of movement", () => {
  it.each([
    ["inflation falls", "bitcoin falls"],
    ["hack losses drop", "profits drop"],
    ["the upgrade cuts fees", "the fund cuts guidance"],
    ["a fall in unemployment", "a fall in revenue"],
    ["falling fees", "rising fees"],
    ["bitcoin extends gains", "bitcoin extends losses"],
    ["selling pressure eases", "selling pressure grows"],
    ["fewer scams this year", "more scams this year"],
    ["fears of a ban fade", "hopes of a deal fade"],
    ["judge dismisses the lawsuit", "judge extends the ban"],
    ["exchange recovers stolen funds", "token wipes out its gains"],
    ["volatility falls to a record low", "demand falls to a record low"],
    ["hash rate rises", "error rate rises"],
  ])("depends on what moves: %s / %s", (good, bad) => {
    expect(score(good)).toBeGreaterThan(0);
    expect(score(bad)).toBeLessThan(0);
  });

  it("is neutral for things that are neither good nor bad", () => {
    expect(score("mining difficulty rises 3%")).toBe(0);
    expect(score("bitcoin dominance falls")).toBe(0);
    expect(score("The update is out. Nothing changed for me.")).toBe(0);
  });

  it("doesn't depend on things in other clauses", () => {
    expect(score("bitcoin falls as inflation data is published")).toBeLessThan(0);
    expect(score("fees are listed below, bitcoin rises")).toBeGreaterThan(0);
  });
});

describe("contrast", () => {
  it('emphasizes what follows "but"', () => {
    expect(score("the start was bad but the end was good")).toBeGreaterThan(0);
    expect(score("the start was good but the end was bad")).toBeLessThan(0);
  });

  it("gives less weight to concessions", () => {
    expect(score("despite the hack, the token rallied")).toBeGreaterThan(
      score("the hack. the token rallied"),
    );
  });
});

describe("the word lists", () => {
  it("match the longest expression and don't count its words separately", () => {
    expect(listKeys("another rug pull")).toEqual(["rug pull"]);
    expect(listKeys("quantum error correction")).toEqual([]);
    expect(listKeys("all-time high")).toEqual(["all time high"]);
  });

  it("never find a word inside another", () => {
    expect(listKeys("scampi, classic, badminton, adware-less Goodwin, killjoyless, hackathon")).toEqual([]);
  });

  it("find inflected, capitalized and full-width forms", () => {
    for (const text of ["SEC sues", "sec sued", "SEC suing a bank", "ＳＥＣ sues"]) {
      expect(listKeys(text)).toContain("sec sue");
    }
  });

  it("find lengthened words", () => {
    expect(score("this is sooo goooood")).toBeGreaterThan(0);
  });

  it("find emojis in every skin tone, and emoticons", () => {
    expect(judge("🚀🚀🚀")).toBe("Positive");
    expect(judge("💀")).toBe("Negative");
    for (const skinTone of "🏻🏼🏽🏾🏿") expect(score(`👍${skinTone}`)).toBe(score("👍"));
    expect(score("see you there :)")).toBeGreaterThan(0);
  });

  it("don't find words in URLs and email addresses", () => {
    expect(
      listKeys("see https://scam.example/rug-pull and www.fraud.example and scam@fraud.example"),
    ).toEqual([]);
  });
});

describe("text in another language", () => {
  it.each([
    "El bitcoin sube con fuerza tras la aprobación del fondo y los analistas esperan más ganancias.",
    "Der Bitcoin ist heute stark gefallen, weil die Anleger in Panik verkauften.",
    "Биткоин сегодня резко упал, инвесторы в панике",
    "比特币今天大幅上涨，投资者非常乐观。",
  ])("is not trusted: %s", (text) => {
    const textScore = scoreText(text);
    expect(textScore.trust).toBeLessThan(0.3);
    expect(Math.max(...Object.values(textScore.probabilities))).toBeLessThan(0.45);
  });

  it("is distinguished from short English text", () => {
    expect(scoreText("Miners capitulate as prices plunge").trust).toBe(1);
  });
});

describe("hostile text", () => {
  const repeatToLimit = (part: string) =>
    part.repeat(Math.ceil(INPUT_LIMIT / part.length)).slice(0, INPUT_LIMIT);

  it("always has a bounded score", () => {
    const parts = [
      "",
      " ",
      "\0",
      ".",
      "a",
      "1,",
      "$1",
      "not ",
      "fall hack ",
      "🚀\u200d",
      "a\u0301",
      "\ud83d",
      "[(",
      "'a",
      "\u202e",
    ];
    for (const part of parts) {
      const textScore = scoreText(part === "" ? "" : repeatToLimit(part));
      expect(Math.abs(textScore.score)).toBeLessThanOrEqual(1);
      const sum = Object.values(textScore.probabilities).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1, 10);
      for (const { quote } of textScore.drivers) expect(quote.length).toBeLessThanOrEqual(91);
    }
  });

  it("gains little by repeating a word", () => {
    const valueOfManyRepetitions =
      scoreText("good news. moon moon moon moon moon. ".repeat(1_000)).drivers[0]?.value ?? 0;
    const valueOfTenRepetitions =
      scoreText("good news. moon moon moon moon moon. ".repeat(2)).drivers[0]?.value ?? 0;
    expect(valueOfManyRepetitions).toBeLessThan(4 * valueOfTenRepetitions);
  });

  it.each([
    "not ",
    "fall hack ",
    "fees fall ",
    "rug ",
    "very very good ",
    "hack hack hack fall ",
    "less in of ",
    "all time ",
  ])("takes time proportional to its length: %s", (part) => {
    const [once, twice] = [countAccesses(part.repeat(400)), countAccesses(part.repeat(800))];
    expect(twice).toBeLessThan(2.05 * once);
    expect(once).toBeLessThan(100 * 400 * part.trim().split(" ").length);
  });
});

/** How often the token list and the properties of its tokens are accessed. */
function countAccesses(sentence: string): number {
  let accessCount = 0;
  const wrapWithCounter = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(target, name, receiver) {
        accessCount += 1;
        return Reflect.get(target, name, receiver);
      },
    });
  scoreSentence(wrapWithCounter(tokenize(sentence).map(wrapWithCounter)));
  return accessCount;
}
