let changeCount = 0;

/** The number of times this tab's state has been cleared because the signed-in user changed. */
export const getTabSession = () => changeCount;

export function startTabSession(): void {
  changeCount += 1;
}
