/** What a form of the invitation pages does. Those about one invitation are followed by ":" and its id. */
export type InvitationIntent = "link" | "email" | "replace" | "resend" | "revoke";
