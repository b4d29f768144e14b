import { admin, mara } from "./posts/cast.ts";
import type { MemberName } from "./types.ts";

export interface DemoReader {
  readonly member: MemberName;
  /** When they last visited, in hours before the site's first start. They have read everything posted before that. */
  readonly lastVisitHoursAgo: number;
  /** Titles of threads that they follow without having written in them. */
  readonly follows: readonly string[];
  /** Titles of threads that they muted. */
  readonly mutes: readonly string[];
  /** Titles of posts that they saved a few hours apart, most recently saved first. */
  readonly saved: readonly string[];
}

/** The members whose accounts the README lists. They have been away for half a day, so they have unread posts. */
export const DEMO_READERS: readonly DemoReader[] = [
  {
    member: mara,
    lastVisitHoursAgo: 12,
    follows: ["Passkeys: what they fix, what they move", "Kelly is a ceiling, not a target"],
    mutes: ["Unpopular: the 25th word has lost more coins than it ever saved"],
    saved: [
      "Address poisoning: the first and last four characters aren't a check",
      "Five places where your backtest looks into the future",
      "What a post-quantum signature would cost a chain, in bytes",
      'Before you share "quantum computer breaks encryption": a checklist of seven questions',
    ],
  },
  {
    member: admin,
    lastVisitHoursAgo: 12,
    follows: [
      "Address poisoning: the first and last four characters aren't a check",
      "Passkeys: what they fix, what they move",
    ],
    mutes: ["Unpopular: the 25th word has lost more coins than it ever saved"],
    saved: [
      "Restore drill day: three copies, two media, one embarrassing discovery",
      "How to read a stablecoin rule in an hour: four questions, in this order",
      "Passkeys: what they fix, what they move",
    ],
  },
];
