const SUFFIX = ":typed";

/** The storage key for a new comment while it's being typed, so that it survives a reload or going back. */
export const getUnsentKey = (pendingKey: string) => `${pendingKey}${SUFFIX}`;

export function clearUnsentComments(): void {
  for (const key of Object.keys(sessionStorage)) if (key.endsWith(SUFFIX)) sessionStorage.removeItem(key);
}
