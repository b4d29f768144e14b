import { expect, test } from "vitest";
import { createStreams } from "./streams.ts";

const buildSubscriber = (index: number, memberId: string | null) => ({
  memberId,
  sessionId: memberId,
  address: `203.0.113.${index % 100}`,
  onlineId: `${index}`,
});

test("visitors can't use the capacity reserved for members, and the total is limited", async () => {
  const streams = createStreams({ hasLimits: true });
  const openStreams = Array.from({ length: 4_000 }, (_, index) =>
    streams.open(buildSubscriber(index, null), "", 0),
  );
  expect(streams.hasRoom("198.51.100.1", null)).toBe(false);
  // The member hasn't been identified yet.
  expect(streams.hasRoom("198.51.100.1")).toBe(true);
  expect(streams.hasRoom("198.51.100.1", "ada")).toBe(true);

  await openStreams[0]?.cancel();
  expect(streams.hasRoom("198.51.100.1", null)).toBe(true);
  for (let index = 0; index < 1_001; index += 1)
    streams.open(buildSubscriber(index, `member-${index}`), "", 0);
  expect(streams.size).toBe(5_000);
  expect(streams.hasRoom("198.51.100.1", "ada")).toBe(false);

  streams.endWhere(({ memberId }) => memberId !== null);
  expect([streams.size, streams.hasRoom("198.51.100.1", null)]).toEqual([3_999, true]);
});
