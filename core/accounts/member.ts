/** Who is asking, as every operation is told. Null stands for a visitor. */
export interface Member {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly avatarUrl: string | null;
  readonly isVerified: boolean;
  readonly role: "user" | "admin";
  readonly sessionId: string;
}

export type Viewer = Member | null;

/** The name shown for a user: the username, else the part of the e-mail before the @, else "User". */
export function displayName(user: { username?: string | null; email?: string | null }): string {
  return user.username?.trim() || user.email?.split("@")[0] || "User";
}
