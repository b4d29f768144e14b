/** The weekly issue goes out on Monday at this hour, in UTC. */
const HOUR = 8;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** The epoch was a Thursday: this is the first Monday after it, at the hour. */
const FIRST = 4 * DAY_MS + HOUR * 3_600_000;
/** A machine that was off on Monday still sends the issue so long afterwards; later it is no news. */
const LATE_MS = 3 * DAY_MS;

/** One weekly issue: what it is called by, and the time that it tells of. */
export interface IssueWeek {
  /** The Monday on which it goes out, YYYY-MM-DD. */
  readonly week: string;
  readonly sendAt: Date;
  readonly from: Date;
}

/** The issue whose time came last. */
export function latestIssue(now: Date): IssueWeek {
  return issueAt(Math.floor((now.getTime() - FIRST) / WEEK_MS));
}

/** The issue whose time comes next. */
export function nextIssue(now: Date): IssueWeek {
  return issueAt(Math.floor((now.getTime() - FIRST) / WEEK_MS) + 1);
}

export const isTooLate = ({ sendAt }: IssueWeek, now: Date): boolean =>
  now.getTime() - sendAt.getTime() > LATE_MS;

function issueAt(number: number): IssueWeek {
  const sendAt = new Date(FIRST + number * WEEK_MS);
  return {
    week: sendAt.toISOString().slice(0, 10),
    sendAt,
    from: new Date(sendAt.getTime() - WEEK_MS),
  };
}
