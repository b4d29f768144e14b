/** The heading of an answer's last section if it explains the method, which the page shows collapsed. */
export const METHOD_TITLE = "How this was calculated";
export const METHOD_HEADING = `### ${METHOD_TITLE}`;
