/** Issues are sent on Mondays at this hour, UTC. */
const SEND_HOUR = 8;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** SEND_HOUR on the first Monday after the epoch, which was a Thursday. */
const FIRST_ISSUE_AT = 4 * DAY_MS + SEND_HOUR * 3_600_000;
/** An issue that is more overdue than this is skipped. */
const LATENESS_MAX_MS = 3 * DAY_MS;

/** A weekly issue and the period it covers. */
export interface IssueWeek {
  /** The Monday on which it is sent, YYYY-MM-DD. */
  readonly week: string;
  readonly sendAt: Date;
  readonly from: Date;
}

/** Returns the latest issue that is due. */
export function getLatestIssue(now: Date): IssueWeek {
  return getIssue(Math.floor((now.getTime() - FIRST_ISSUE_AT) / WEEK_MS));
}

export function getNextIssue(now: Date): IssueWeek {
  return getIssue(Math.floor((now.getTime() - FIRST_ISSUE_AT) / WEEK_MS) + 1);
}

/** Whether an issue is so overdue that it is skipped. */
export const isTooLate = ({ sendAt }: IssueWeek, now: Date): boolean =>
  now.getTime() - sendAt.getTime() > LATENESS_MAX_MS;

function getIssue(number: number): IssueWeek {
  const sendAt = new Date(FIRST_ISSUE_AT + number * WEEK_MS);
  return {
    week: sendAt.toISOString().slice(0, 10),
    sendAt,
    from: new Date(sendAt.getTime() - WEEK_MS),
  };
}
