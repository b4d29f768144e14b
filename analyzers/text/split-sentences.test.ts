import { describe, expect, it } from "vitest";
import { splitSentences } from "./split-sentences.ts";

const listSentences = (text: string) => splitSentences(text).map((sentence) => sentence.text);

describe("sentences", () => {
  it("end at full stops, question marks, exclamation marks and line breaks", () => {
    expect(listSentences("It fell. Why? Nobody knows!\nA headline\n\nAnother one")).toEqual([
      "It fell.",
      "Why?",
      "Nobody knows!",
      "A headline",
      "Another one",
    ]);
  });

  it("aren't split at abbreviations, initials, decimals or domain names", () => {
    expect(
      listSentences("The U.S. regulator fined Acme Inc. and J. Smith 1.5 BTC via example.com today. Done."),
    ).toEqual(["The U.S. regulator fined Acme Inc. and J. Smith 1.5 BTC via example.com today.", "Done."]);
  });

  it("include closing quotes, and end at Chinese and Japanese full stops", () => {
    expect(listSentences('"It is over." He left.')).toEqual(['"It is over."', "He left."]);
    expect(listSentences("比特币上涨。以太坊下跌！")).toEqual(["比特币上涨。", "以太坊下跌！"]);
  });

  it("are found in linear time, no matter how many full stops or quotation marks there are", () => {
    expect(listSentences(`${".".repeat(60_000)}x`)).toHaveLength(1);
    expect(listSentences(`!${'"'.repeat(60_000)}x`)).toHaveLength(1);
    expect(listSentences("a. ".repeat(20_000))).toHaveLength(20_000);
  });

  it("come with their start positions, and blank text has none", () => {
    expect(splitSentences("  First.   Second one. ")).toEqual([
      { text: "First.", start: 2 },
      { text: "Second one.", start: 11 },
    ]);
    expect(splitSentences(" \n \t ")).toEqual([]);
    expect(splitSentences("")).toEqual([]);
  });
});
