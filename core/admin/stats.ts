/** The live counts above the tabs of /admin. */
export interface SiteFigures {
  readonly totalUsers: number;
  readonly activePosts: number;
  readonly newsArticles: number;
  /** Targets with unresolved reports. */
  readonly reports: number;
  /** Members and visitors active in the last five minutes, each counted once. */
  readonly onlineNow: number;
  /** Posts written since midnight UTC. */
  readonly today: number;
  /** When the last backup was complete, in RFC 3339; null if there is none. */
  readonly lastBackupAt: string | null;
  /** Replicas of the database that haven't been used for a while, and how many there are. */
  readonly unusedReplicas: number;
  readonly replicas: number;
}
