let current = 0;

/** The number of times the signed-in user has changed in this tab. */
export const getTabSession = () => current;

export function startTabSession(): void {
  current += 1;
}
