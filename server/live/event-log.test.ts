import { expect, test } from "vitest";
import { createEventLog, type LoggedEvent } from "./event-log.ts";

const buildEvent = (at: number, rowCount = 1): LoggedEvent => ({
  at,
  posts: Array.from({ length: rowCount }, (_, index) => ({ id: `${at}-${index}`, isGone: true })),
});
const listTimes = (events: readonly LoggedEvent[] | null) => events?.map((event) => event.at) ?? null;

test("the log returns the events after a time, plus an overlap before it", () => {
  const log = createEventLog(100, 10);
  for (const time of [101, 105, 110]) log.add(buildEvent(time));
  expect(listTimes(log.listSince(105, 0))).toEqual([110]);
  expect(listTimes(log.listSince(105, 1))).toEqual([105, 110]);
  expect(listTimes(log.listSince(110, 0))).toEqual([]);
  expect(listTimes(log.listSince(100, 50))).toEqual([101, 105, 110]);
});

test("the log returns null for a time before the log starts or before dropped events", () => {
  const log = createEventLog(100, 3);
  expect(log.listSince(99, 10)).toBeNull();
  log.add(buildEvent(101, 2));
  log.add(buildEvent(102, 1));
  expect(listTimes(log.listSince(100, 0))).toEqual([101, 102]);
  log.add(buildEvent(103, 1));
  expect(log.listSince(100, 0)).toBeNull();
  expect(listTimes(log.listSince(101, 0))).toEqual([102, 103]);
  log.add(buildEvent(104, 50));
  expect(log.listSince(102, 0)).toBeNull();
  expect(listTimes(log.listSince(103, 0))).toEqual([104]);
});

test("a restarted log has no events and returns null for earlier times", () => {
  const log = createEventLog(100, 10);
  log.add(buildEvent(101));
  log.restartAt(200);
  expect(log.listSince(150, 100)).toBeNull();
  expect(listTimes(log.listSince(200, 100))).toEqual([]);
});

test("the log accepts earlier events, unless it has been restarted in the meantime", () => {
  const log = createEventLog(100, 10);
  log.add(buildEvent(101));
  log.prepend([buildEvent(60), buildEvent(80)], 50, 100);
  expect(log.listSince(49, 0)).toBeNull();
  expect(listTimes(log.listSince(60, 0))).toEqual([80, 101]);
  log.restartAt(200);
  log.prepend([buildEvent(90)], 50, 100);
  expect(log.listSince(150, 0)).toBeNull();
});
