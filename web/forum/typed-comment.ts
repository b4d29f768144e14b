const ENDING = ":typed";

/** The storage key for a new comment while it is typed, to survive reloading or coming back. */
export const typedKey = (waitingKey: string) => `${waitingKey}${ENDING}`;

export function forgetTypedComments(): void {
  for (const key of Object.keys(sessionStorage)) if (key.endsWith(ENDING)) sessionStorage.removeItem(key);
}
