/** A short explanation of how this site works. It must be true of the product: change it together with what it describes. */
export interface HelpTopic {
  readonly id: string;
  readonly title: string;
  /** The page where it is done. */
  readonly path: string;
  /** What people ask, in their words. */
  readonly questions: readonly string[];
  readonly text: string;
}
