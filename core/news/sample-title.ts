const PREFIX = /^Sample: /;

/** Removes the prefix for a title next to a badge that already says "Sample". */
export const removeSamplePrefix = (title: string, isSample: boolean) =>
  isSample ? title.replace(PREFIX, "") : title;
