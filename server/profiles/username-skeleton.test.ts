import { describe, expect, test } from "vitest";
import { parseUsername } from "#core/accounts/username.ts";
import { foldUsername, toUsernameSkeleton } from "./username-skeleton.ts";

/** Whether two names share a skeleton or folded name, so that they can't both exist. */
const isClashing = (a: string, b: string) =>
  toUsernameSkeleton(a) === toUsernameSkeleton(b) || foldUsername(a) === foldUsername(b);

describe("names that look alike clash:", () => {
  test.each([
    ["Alice", "alice"],
    ["Alice", "AIice"],
    ["alice", "a1ice"],
    ["Ian", "lan"],
    ["b0b", "bob"],
    ["B0B", "bOb"],
    ["modern", "modem"],
    ["RNA", "ma"],
    ["vvolf", "wolf"],
    ["Jose", "José"],
    ["Orsted", "Ørsted"],
    ["ann_lee", "ann__lee"],
    ["ann_lee", "ann-lee"],
    ["ann lee", "ann.lee"],
    ["annlee", "ann_lee"],
    ["annlee", "annlee_"],
    ["barn", "bar_n"],
    ["quantoradx", "quan toradx"],
    ["quantoradx", "qu4ntoradx"],
    ["quantoradx", "9uantoradx"],
    ["greg", "9re9"],
    ["peter", "p3t3r"],
    ["sussman", "5u55man"],
    ["tobias", "7o8ia5"],
    ["max_1", "maxl"],
    ["сосо", "coco"],
    ["Роре", "pope"],
    ["ѕсоре", "scope"],
    ["ΝΙΝΑ", "nina"],
    ["νοτα", "vota"],
    ["Νίκος", "νικοσ"],
    ["ΝΊΚΟΣ", "Νίκος"],
    ["Дмитрий", "дмитрии"],
    ["օսօ", "ouo"],
    ["ロロロ", "口口口"],
    ["علي", "على"],
    ["مممم", "مممـم"],
    ["كتاب", "ڪتاب"],
    ["ﬁrst", "first"],
  ])("%s and %s", (a, b) => {
    expect(isClashing(a, b)).toBe(true);
  });
});

describe("names that look different don't clash:", () => {
  test.each([
    ["alice", "alicia"],
    ["nick", "vick"],
    ["ann12", "ann21"],
    ["quantoradx", "quantorade"],
    ["ann42", "ann24"],
    ["max", "max_2"],
    ["peter", "petra"],
    ["gwen", "owen"],
    ["пила", "липа"],
    ["Дима", "Лима"],
    ["अनीता", "अनिता"],
    ["王小明", "王小名"],
    ["さくら", "さくろ"],
    ["김철수", "김철순"],
    ["Νίνα", "Viva"],
  ])("%s and %s", (a, b) => {
    expect(isClashing(a, b)).toBe(false);
  });
});

test("a name as typed and its normalized form clash", () => {
  const parsed = parseUsername("Ｂｏｂ");
  expect(parsed).toEqual({ username: "Bob" });
  expect(isClashing("Ｂｏｂ", "Bob")).toBe(true);
});
