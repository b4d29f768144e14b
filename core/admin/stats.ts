/** The figures above the tabs of /admin, as they are now. */
export interface SiteFigures {
  readonly totalUsers: number;
  readonly activePosts: number;
  readonly newsArticles: number;
  /** Reports that wait for a decision. */
  readonly reports: number;
  /** Members and visitors who are here or were within the last five minutes, everyone once. */
  readonly onlineNow: number;
  /** Posts made since midnight UTC. */
  readonly today: number;
}
