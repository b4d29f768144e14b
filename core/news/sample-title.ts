const PREFIX = /^Sample: /;

/** Removes the prefix "Sample: " from a sample's title, because a badge next to the title already says so. */
export const removeSamplePrefix = (title: string, isSample: boolean) =>
  isSample ? title.replace(PREFIX, "") : title;
