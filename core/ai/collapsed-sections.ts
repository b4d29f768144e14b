const METHOD_TITLE = "How this was calculated";
const NO_FINDINGS_TITLE = "Checks without findings";
/**
 * If the section before the last paragraph of an analyzer's answer has one of these titles, the page shows it collapsed
 * once the answer is complete.
 */
export const COLLAPSED_TITLES = [METHOD_TITLE, NO_FINDINGS_TITLE] as const;

export const METHOD_HEADING = `### ${METHOD_TITLE}`;
export const NO_FINDINGS_HEADING = `### ${NO_FINDINGS_TITLE}`;
