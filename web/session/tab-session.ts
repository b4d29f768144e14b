let changeCount = 0;

/** The number of times the signed-in user has changed in this tab. */
export const getTabSession = () => changeCount;

export function startTabSession(): void {
  changeCount += 1;
}
