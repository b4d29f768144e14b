/** Apart from the contract of the calls: a page that knows the limit need not load what checks a call. */

/** The longest input of a tool, in characters: a contract of some 2,000 lines. */
export const INPUT_LIMIT = 60_000;

/** The model that the specification's clients ask for (section 9). From them it means whichever models are set. */
export const DEFAULT_MODEL = "google/gemini-2.5-flash";

/** What the page and the chat function say while an administrator has the tools switched off. */
export const TOOLS_OFF = "The AI tools are switched off on this site.";
