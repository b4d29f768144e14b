import { describe, expect, test } from "vitest";
import {
  CONTRIBUTION_COUNT_MAX,
  DAY_MS,
  describeWhenLifted,
  explainDailyLimit,
  explainExceededLimit,
  findExceededLimit,
  formatWait,
  getDailyQuota,
  getNextTrustLevel,
  getTrustLevel,
  TRUST_LEVELS,
  type TrustFacts,
} from "./trust-level.ts";

const NOW = new Date("2026-06-15T12:00:00.000Z");
const [newLevel, basic, trusted] = TRUST_LEVELS;

const createFacts = (
  days: number,
  contributionCount: number,
  karma: number,
  changes: Partial<TrustFacts> = {},
) => ({
  joinedAt: new Date(NOW.getTime() - days * DAY_MS),
  contributionCount,
  karma,
  isVerified: false,
  ...changes,
});

/** Creates facts that just meet a level's requirements, apart from `changes`. */
const createMinimalFacts = (
  { requirements }: { requirements: { days: number; contributionCount: number; karma: number } },
  changes = {},
) => {
  const { days, contributionCount, karma } = { ...requirements, ...changes };
  return createFacts(days, contributionCount, karma);
};

describe("the table of trust levels", () => {
  test("requires at least as much and allows more with each level, and every level allows something", () => {
    const toNumber = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;
    for (const [index, { requirements, limits }] of TRUST_LEVELS.entries()) {
      const previousLevel = TRUST_LEVELS[index - 1];
      for (const limit of Object.values(limits)) expect(toNumber(limit)).toBeGreaterThan(0);
      if (!previousLevel) continue;
      for (const name of ["days", "contributionCount", "karma"] as const)
        expect(requirements[name]).toBeGreaterThanOrEqual(previousLevel.requirements[name]);
      for (const name of ["links", "images", "mentions", "posts", "comments"] as const)
        expect(toNumber(limits[name])).toBeGreaterThan(toNumber(previousLevel.limits[name]));
    }
    expect(Object.values(trusted.limits)).toEqual([null, null, null, null, null]);
    expect(CONTRIBUTION_COUNT_MAX).toBe(trusted.requirements.contributionCount);
  });
});

describe("a trust level", () => {
  test.each([
    ["just registered", createFacts(0, 0, 0), "new"],
    ["exactly what basic requires", createMinimalFacts(basic), "basic"],
    ["a day short of basic", createMinimalFacts(basic, { days: basic.requirements.days - 1 }), "new"],
    [
      "a millisecond too early",
      { ...createMinimalFacts(basic), joinedAt: new Date(NOW.getTime() - 3 * DAY_MS + 1) },
      "new",
    ],
    [
      "a post short of basic",
      createMinimalFacts(basic, { contributionCount: basic.requirements.contributionCount - 1 }),
      "new",
    ],
    ["negative karma", createMinimalFacts(basic, { karma: -1 }), "new"],
    ["exactly what trusted requires", createMinimalFacts(trusted), "trusted"],
    ["a day short of trusted", createMinimalFacts(trusted, { days: trusted.requirements.days - 1 }), "basic"],
    [
      "a post short of trusted",
      createMinimalFacts(trusted, { contributionCount: trusted.requirements.contributionCount - 1 }),
      "basic",
    ],
    [
      "a point short of trusted",
      createMinimalFacts(trusted, { karma: trusted.requirements.karma - 1 }),
      "basic",
    ],
    ["old, liked, and silent", createFacts(1000, 0, 500), "new"],
    ["loved on the first day", createFacts(0, 100, 1000), "new"],
    ["prolific but disliked", createFacts(1000, 500, -40), "new"],
    ["verified on the first day", createFacts(0, 0, 0, { isVerified: true }), "trusted"],
    ["a slow clock", createFacts(-1, 50, 50), "new"],
  ] as const)("is correct for this case: %s", (_name, input, name) => {
    expect(getTrustLevel(input, NOW).name).toBe(name);
  });

  test("lists the missing requirements for the next level", () => {
    expect(getNextTrustLevel(createFacts(1, 2, 0), NOW)).toEqual({
      level: basic,
      oldEnoughAt: new Date(NOW.getTime() + 2 * DAY_MS),
      missingContributionCount: 3,
      missingKarma: 0,
    });
    expect(getNextTrustLevel(createMinimalFacts(basic), NOW)).toMatchObject({
      level: trusted,
      missingContributionCount: 15,
      missingKarma: 10,
    });
    expect(getNextTrustLevel(createMinimalFacts(trusted), NOW)).toBeNull();
    expect(getNextTrustLevel(createFacts(0, 0, 0, { isVerified: true }), NOW)).toBeNull();
  });

  test.each([
    [createFacts(0, 0, 0), "These limits are lifted after 3 days and 5 more posts or comments."],
    [createFacts(2.9, 4, 0), "These limits are lifted after 3 hours and 1 more post or comment."],
    [createFacts(9, 4, -2), "These limits are lifted after 1 more post or comment and 2 more karma points."],
    [
      createFacts(9, 9, 3),
      "These limits are lifted after 5 days, 11 more posts or comments and 7 more karma points.",
    ],
    [createFacts(99, 20, 9), "These limits are lifted after 1 more karma point."],
    [createFacts(99, 20, 10), ""],
  ])("explains the missing requirements in a sentence (%#)", (input, sentence) => {
    expect(describeWhenLifted(input, NOW)).toBe(sentence);
  });
});

describe("links, images and mentions", () => {
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
  ] as const)("counted as %j, replacing %j, exceed this limit: %s", (counts, published, exceededLimit) => {
    expect(findExceededLimit(newLevel, counts, published)).toBe(exceededLimit);
    expect(findExceededLimit(trusted, counts, published)).toBeNull();
  });

  test("over the limit are refused with a message that states the limit and when it is lifted", () => {
    const counts = { links: 3, images: 0, mentions: 0 };
    expect(
      explainExceededLimit(newLevel, "links", counts, {
        kind: "post",
        facts: createFacts(0, 0, 0),
        now: NOW,
      }),
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
    ["one that is exactly a day old has expired", hoursAgo(1, 2, 24), 1, null],
    [
      "one that is a millisecond younger has not expired",
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
  ] as const)("counts the last 24 hours: %s", (_name, times, remaining, nextAt) => {
    expect(getDailyQuota(newLevel, "posts", times, NOW)).toEqual({ limit: 3, remaining, nextAt });
    expect(getDailyQuota(trusted, "posts", times, NOW)).toBeNull();
  });

  test("says, once it is used up, when the next post or comment is possible", () => {
    const quota = { limit: 3, remaining: 0, nextAt: new Date(NOW.getTime() + 5 * 3_600_000) };
    expect(explainDailyLimit(newLevel, "posts", quota, { facts: createFacts(9, 4, 0), now: NOW })).toBe(
      "New members can publish up to 3 posts in 24 hours. You can publish your next one in 5 hours. These limits are lifted after 1 more post or comment.",
    );
    expect(
      explainDailyLimit(
        basic,
        "comments",
        { ...quota, limit: 100 },
        { facts: createMinimalFacts(basic), now: NOW },
      ),
    ).toMatch(
      /^Basic members can write up to 100 comments in 24 hours\. You can write your next one in 5 hours\./,
    );
  });

  test.each([
    [0, "1 minute"],
    [60_001, "2 minutes"],
    [90 * 60_000, "90 minutes"],
    [90 * 60_000 + 1, "2 hours"],
    [2 * DAY_MS, "48 hours"],
    [2 * DAY_MS + 1, "3 days"],
  ])("states a wait of %d milliseconds as %s", (milliseconds, text) => {
    expect(formatWait(milliseconds)).toBe(text);
  });
});
