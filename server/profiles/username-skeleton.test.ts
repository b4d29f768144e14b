import { describe, expect, test } from "vitest";
import { parseUsername } from "#core/accounts/username.ts";
import { foldUsername, toUsernameSkeleton } from "./username-skeleton.ts";

/** Names that share one of these can't both exist. */
const clash = (one: string, other: string) =>
  toUsernameSkeleton(one) === toUsernameSkeleton(other) || foldUsername(one) === foldUsername(other);

describe("names that look alike clash", () => {
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
  ])("%s and %s", (one, other) => {
    expect(clash(one, other)).toBe(true);
  });
});

describe("names that look different don't clash", () => {
  test.each([
    ["alice", "alicia"],
    ["nick", "vick"],
    ["ann12", "ann21"],
    ["annlee", "ann_lee"],
    ["пила", "липа"],
    ["Дима", "Лима"],
    ["अनीता", "अनिता"],
    ["王小明", "王小名"],
    ["さくら", "さくろ"],
    ["김철수", "김철순"],
    ["Νίνα", "Viva"],
  ])("%s and %s", (one, other) => {
    expect(clash(one, other)).toBe(false);
  });
});

test("a normalized name has the same skeleton as the typed one", () => {
  const parsed = parseUsername("Ｂｏｂ");
  expect(parsed).toEqual({ username: "Bob" });
  expect(clash("Ｂｏｂ", "Bob")).toBe(true);
});
