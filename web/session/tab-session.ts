let current = 0;

/** Counts how often the signed-in user has changed in this tab. */
export const getTabSession = () => current;

export function startTabSession(): void {
  current += 1;
}
