import { describe, expect, test } from "vitest";
import {
  DAY_MS,
  explainDailyLimit,
  explainExceededLimit,
  explainWhenLifted,
  findExceededLimit,
  formatWait,
  getDailyQuota,
  getNextTrustLevel,
  getTrustLevel,
  TRUST_LEVELS,
  type TrustFacts,
  WRITTEN_COUNT_MAX,
} from "./trust-level.ts";

const NOW = new Date("2026-06-15T12:00:00.000Z");
const [fresh, known, trusted] = TRUST_LEVELS;

const facts = (days: number, written: number, karma: number, more: Partial<TrustFacts> = {}) => ({
  joinedAt: new Date(NOW.getTime() - days * DAY_MS),
  written,
  karma,
  isVerified: false,
  ...more,
});

/** Facts that just meet a level's requirements, with changes. */
const buildFacts = ({ needs }: { needs: { days: number; written: number; karma: number } }, change = {}) => {
  const { days, written, karma } = { ...needs, ...change };
  return facts(days, written, karma);
};

describe("the table", () => {
  test("requires more and allows more with each level, and every level allows something", () => {
    const free = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;
    for (const [at, { needs, limits }] of TRUST_LEVELS.entries()) {
      const before = TRUST_LEVELS[at - 1];
      for (const limit of Object.values(limits)) expect(free(limit)).toBeGreaterThan(0);
      if (!before) continue;
      for (const name of ["days", "written", "karma"] as const)
        expect(needs[name]).toBeGreaterThanOrEqual(before.needs[name]);
      for (const name of ["links", "images", "mentions", "posts", "comments"] as const)
        expect(free(limits[name])).toBeGreaterThan(free(before.limits[name]));
    }
    expect(Object.values(trusted.limits)).toEqual([null, null, null, null, null]);
    expect(WRITTEN_COUNT_MAX).toBe(trusted.needs.written);
  });
});

describe("a trust level", () => {
  test.each([
    ["just registered", facts(0, 0, 0), "new"],
    ["exactly what known requires", buildFacts(known), "known"],
    ["a day too few", buildFacts(known, { days: known.needs.days - 1 }), "new"],
    [
      "a millisecond too early",
      { ...buildFacts(known), joinedAt: new Date(NOW.getTime() - 3 * DAY_MS + 1) },
      "new",
    ],
    ["a post too few", buildFacts(known, { written: known.needs.written - 1 }), "new"],
    ["negative karma", buildFacts(known, { karma: -1 }), "new"],
    ["exactly what trusted requires", buildFacts(trusted), "trusted"],
    ["a day short of trusted", buildFacts(trusted, { days: trusted.needs.days - 1 }), "known"],
    ["a post short of trusted", buildFacts(trusted, { written: trusted.needs.written - 1 }), "known"],
    ["a point short of trusted", buildFacts(trusted, { karma: trusted.needs.karma - 1 }), "known"],
    ["old, liked, and silent", facts(1000, 0, 500), "new"],
    ["loved on the first day", facts(0, 100, 1000), "new"],
    ["prolific but disliked", facts(1000, 500, -40), "new"],
    ["verified on the first day", facts(0, 0, 0, { isVerified: true }), "trusted"],
    ["a slow clock", facts(-1, 50, 50), "new"],
  ] as const)("%s", (_name, given, name) => {
    expect(getTrustLevel(given, NOW).name).toBe(name);
  });

  test("tells what is missing for the next level", () => {
    expect(getNextTrustLevel(facts(1, 2, 0), NOW)).toEqual({
      level: known,
      since: new Date(NOW.getTime() + 2 * DAY_MS),
      written: 3,
      karma: 0,
    });
    expect(getNextTrustLevel(buildFacts(known), NOW)).toMatchObject({
      level: trusted,
      written: 15,
      karma: 10,
    });
    expect(getNextTrustLevel(buildFacts(trusted), NOW)).toBeNull();
    expect(getNextTrustLevel(facts(0, 0, 0, { isVerified: true }), NOW)).toBeNull();
  });

  test.each([
    [facts(0, 0, 0), "These limits are lifted after 3 days and 5 more posts or comments."],
    [facts(2.9, 4, 0), "These limits are lifted after 3 hours and 1 more post or comment."],
    [facts(9, 4, -2), "These limits are lifted after 1 more post or comment and 2 more karma."],
    [facts(9, 9, 3), "These limits are lifted after 5 days, 11 more posts or comments and 7 more karma."],
    [facts(99, 20, 9), "These limits are lifted after 1 more karma."],
    [facts(99, 20, 10), ""],
  ])("%#: is explained in a sentence", (given, sentence) => {
    expect(explainWhenLifted(given, NOW)).toBe(sentence);
  });
});

describe("links and pictures", () => {
  test.each([
    [{ links: 2, images: 3, mentions: 0 }, undefined, null],
    [{ links: 3, images: 0, mentions: 0 }, undefined, "links"],
    [{ links: 0, images: 4, mentions: 0 }, undefined, "images"],
    [{ links: 9, images: 9, mentions: 9 }, undefined, "links"],
    [{ links: 0, images: 0, mentions: 3 }, undefined, null],
    [{ links: 0, images: 0, mentions: 4 }, undefined, "mentions"],
    [{ links: 5, images: 0, mentions: 0 }, { links: 5, images: 0, mentions: 0 }, null],
    [{ links: 6, images: 0, mentions: 0 }, { links: 5, images: 0, mentions: 0 }, "links"],
    [{ links: 3, images: 0, mentions: 0 }, { links: 1, images: 0, mentions: 0 }, "links"],
  ] as const)("%j over %j: %s", (marks, published, excess) => {
    expect(findExceededLimit(fresh, marks, published)).toBe(excess);
    expect(findExceededLimit(trusted, marks, published)).toBeNull();
  });

  test("over the limit are refused with the limit and when it is lifted", () => {
    const marks = { links: 3, images: 0, mentions: 0 };
    expect(
      explainExceededLimit(fresh, "links", marks, { kind: "post", facts: facts(0, 0, 0), now: NOW }),
    ).toBe(
      "New members can add up to 2 links to a post. This one has 3. These limits are lifted after 3 days and 5 more posts or comments.",
    );
  });
});

describe("a daily limit", () => {
  const hoursAgo = (...hours: number[]) => hours.map((hour) => new Date(NOW.getTime() - hour * 3_600_000));

  test.each([
    ["nothing yet", [], 3, null],
    ["one", hoursAgo(1), 2, null],
    ["full until the oldest expires", hoursAgo(1, 2, 23), 0, new Date(NOW.getTime() + 3_600_000)],
    ["exactly a day old has expired", hoursAgo(1, 2, 24), 1, null],
    [
      "a millisecond younger has not",
      [...hoursAgo(1, 2), new Date(NOW.getTime() - DAY_MS + 1)],
      0,
      new Date(NOW.getTime() + 1),
    ],
    [
      "more than the limit, from a higher level",
      hoursAgo(1, 2, 3, 4, 5),
      0,
      new Date(NOW.getTime() + 21 * 3_600_000),
    ],
  ] as const)("%s", (_name, times, left, nextAt) => {
    expect(getDailyQuota(fresh, "posts", times, NOW)).toEqual({ limit: 3, left, nextAt });
    expect(getDailyQuota(trusted, "posts", times, NOW)).toBeNull();
  });

  test("that is used up says when it ends", () => {
    const day = { limit: 3, left: 0, nextAt: new Date(NOW.getTime() + 5 * 3_600_000) };
    expect(explainDailyLimit(fresh, "posts", day, { facts: facts(9, 4, 0), now: NOW })).toBe(
      "New members can publish up to 3 posts in 24 hours. You can publish your next one in 5 hours. These limits are lifted after 1 more post or comment.",
    );
    expect(
      explainDailyLimit(known, "comments", { ...day, limit: 100 }, { facts: buildFacts(known), now: NOW }),
    ).toMatch(
      /^Known members can write up to 100 comments in 24 hours\. You can write your next one in 5 hours\./,
    );
  });

  test.each([
    [0, "1 minute"],
    [60_001, "2 minutes"],
    [90 * 60_000, "90 minutes"],
    [90 * 60_000 + 1, "2 hours"],
    [2 * DAY_MS, "48 hours"],
    [2 * DAY_MS + 1, "3 days"],
  ])("%d milliseconds are %s", (milliseconds, words) => {
    expect(formatWait(milliseconds)).toBe(words);
  });
});
