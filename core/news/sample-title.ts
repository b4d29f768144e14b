const PREFIX = /^Sample: /;

/** For a title next to a badge that already says "Sample". */
export const removeSamplePrefix = (title: string, isSample: boolean) =>
  isSample ? title.replace(PREFIX, "") : title;
