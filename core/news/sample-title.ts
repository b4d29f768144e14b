const PREFIX = /^Sample: /;

/** Removes the prefix of a title next to a badge that already says "Sample". */
export const removeSamplePrefix = (title: string, isSample: boolean) =>
  isSample ? title.replace(PREFIX, "") : title;
