const ENDING = ":typed";

/** Where a new comment is kept in this tab while it is typed, for who reloads the page or comes back to it. */
export const typedKey = (waitingKey: string) => `${waitingKey}${ENDING}`;

export function forgetTypedComments(): void {
  for (const key of Object.keys(sessionStorage)) if (key.endsWith(ENDING)) sessionStorage.removeItem(key);
}
