/** A short explanation of how this site works. It must be true of the product: change it together with what it describes. */
export interface HelpTopic {
  readonly id: string;
  readonly title: string;
  /** The path of the page to use. */
  readonly path: string;
  /** What people ask, in their words. */
  readonly questions: readonly string[];
  readonly text: string;
}
