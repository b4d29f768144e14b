/** The Terms of Service until an administrator writes others: Markdown, with {site} and {contact} in it. */
export const TERMS_TEXT = "## Using {site}";
