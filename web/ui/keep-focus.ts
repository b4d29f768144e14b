/**
 * A ref for a button. If the button is removed while it or its form has the focus, browsers move the focus to the start
 * of the page. This moves it to what replaced the button, to what is next to it, or to the section.
 */
export const keepFocus = (button: HTMLButtonElement) => () => {
  const { activeElement } = document;
  if (activeElement !== button && !button.form?.contains(activeElement)) return;
  // The browser updates a range while the page changes.
  const range = new Range();
  range.selectNode(button);
  // If it can't be loaded, the focus stays where the browser has moved it.
  import("./focus-near.ts").then(({ focusNear }) => focusNear(range, button)).catch(() => {});
};
