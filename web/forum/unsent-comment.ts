const TYPED_SUFFIX = ":typed";
const SUBMITTED_SUFFIX = ":submitted";

interface SubmittedComment {
  readonly text: string;
  /** Null for a visitor. */
  readonly userId: string | null;
}

/** The storage key for a new comment while it's being typed, so that it survives a reload or going back. */
export const getTypedKey = (formKey: string) => `${formKey}${TYPED_SUFFIX}`;

/** Stores a submitted comment, because it may not be saved, for example if the user has been signed out. */
export function storeSubmittedComment(formKey: string, comment: SubmittedComment): void {
  sessionStorage.setItem(`${formKey}${SUBMITTED_SUFFIX}`, JSON.stringify(comment));
}

/** Returns what this user submitted, as a member or before signing in. */
export function readSubmittedComment(formKey: string, userId: string | null): string | null {
  const item = sessionStorage.getItem(`${formKey}${SUBMITTED_SUFFIX}`);
  const comment = item === null ? null : (JSON.parse(item) as SubmittedComment);
  return comment && (comment.userId === null || comment.userId === userId) ? comment.text : null;
}

export function removeUnsentComment(formKey: string): void {
  for (const suffix of [TYPED_SUFFIX, SUBMITTED_SUFFIX]) sessionStorage.removeItem(`${formKey}${suffix}`);
}

export function clearTypedComments(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.endsWith(TYPED_SUFFIX)) sessionStorage.removeItem(key);
}
