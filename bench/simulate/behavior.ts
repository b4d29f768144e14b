/**
 * How a community behaves per day: per active member where the name says so, otherwise per thousand members. These are
 * assumptions, meant to be too high rather than too low. Replace them if you know your community's figures.
 */
export const BEHAVIOR = {
  activeMembers: 200,
  pagesPerActiveMember: 15,
  votesPerActiveMember: 3,
  commentsPerActiveMember: 0.6,
  postsPerActiveMember: 0.1,
  /** How long an active member's pages are open, each with a live stream. */
  openMinutesPerActiveMember: 30,
  visitorPages: 4_000,
  /** The busiest hour compared with an average one. */
  peakFactor: 3,
} as const;

/** News doesn't depend on the number of members. */
export const ARTICLES_PER_MINUTE = 2;

export const ACTIONS = ["visitor page", "member page", "vote", "comment", "post"] as const;
export type Action = (typeof ACTIONS)[number];

export interface Rates {
  /** Per second, in the busiest hour. */
  readonly perSecond: Readonly<Record<Action, number>>;
  /** Open at the same time, in the busiest hour. */
  readonly streamCount: number;
}

/** The rates of a community with this many members. */
export function getRates(memberCount: number): Rates {
  const { activeMembers, visitorPages, peakFactor, ...perActiveMember } = BEHAVIOR;
  const activeCount = (memberCount / 1_000) * activeMembers;
  const toRate = (perDay: number) => (perDay * peakFactor) / 86_400;
  return {
    perSecond: {
      "visitor page": toRate((memberCount / 1_000) * visitorPages),
      "member page": toRate(activeCount * perActiveMember.pagesPerActiveMember),
      vote: toRate(activeCount * perActiveMember.votesPerActiveMember),
      comment: toRate(activeCount * perActiveMember.commentsPerActiveMember),
      post: toRate(activeCount * perActiveMember.postsPerActiveMember),
    },
    streamCount: Math.round((activeCount * perActiveMember.openMinutesPerActiveMember * peakFactor) / 1_440),
  };
}
