const SUFFIX = ":typed";

/** The storage key for a new comment while it is typed, to survive reloading or coming back. */
export const getUnsentKey = (waitingKey: string) => `${waitingKey}${SUFFIX}`;

export function clearUnsentComments(): void {
  for (const key of Object.keys(sessionStorage)) if (key.endsWith(SUFFIX)) sessionStorage.removeItem(key);
}
