/** The signed-in user on whose behalf an operation runs. */
export interface Member {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly avatarUrl: string | null;
  readonly isVerified: boolean;
  readonly role: "user" | "admin";
  readonly sessionId: string;
}

/** Null for a visitor. */
export type Viewer = Member | null;

export function getDisplayName(user: { username?: string | null; email?: string | null }): string {
  return user.username?.trim() || user.email?.split("@")[0] || "User";
}
