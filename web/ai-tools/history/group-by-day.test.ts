import { expect, test } from "vitest";
import type { ConversationCard } from "#core/ai/history/types.ts";
import { groupByDay } from "./group-by-day.ts";

const createCard = (updatedAt: string): ConversationCard => ({
  id: updatedAt,
  tool: "chatbot",
  title: "Why?",
  updatedAt,
  turnCount: 1,
  excerpt: null,
});

test("conversations are grouped by UTC day, in their original order", () => {
  const items = [
    createCard("2026-03-01T10:00:00.000Z"),
    createCard("2026-03-01T00:00:00.000Z"),
    createCard("2026-02-28T23:59:59.999Z"),
    createCard("2026-02-27T12:00:00.000Z"),
  ];
  const groups = groupByDay(items, new Date("2026-03-01T23:00:00Z"));
  expect(groups.map(({ day, items }) => [day, items.length])).toEqual([
    ["Today", 2],
    ["Yesterday", 1],
    ["Feb 27, 2026", 1],
  ]);
});
