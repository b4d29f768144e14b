/** What of the program's configuration the default texts speak of. */
export interface TextFacts {
  /** Whether a model of an outside provider answers the AI tools. */
  readonly asksModel: boolean;
}

/** The Privacy Policy until an administrator writes another: Markdown, with {site} and {contact} in it. */
export function privacyText(_facts: TextFacts): string {
  return "## What {site} keeps";
}
