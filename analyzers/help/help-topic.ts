/** How a part of this site works. Change it together with what it describes. */
export interface HelpTopic {
  readonly id: string;
  readonly title: string;
  /** The path of the page to use. */
  readonly path: string;
  /** What people ask, in their words. */
  readonly questions: readonly string[];
  readonly text: string;
}
