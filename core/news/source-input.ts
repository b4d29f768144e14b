import { AppError } from "#core/errors.ts";
import { countCharacters, hasVisibleText, trimLine } from "#core/text.ts";
import { isNewsCategory } from "./categories.ts";
import { FETCH_INTERVAL_MAX, SOURCE_NAME_MAX } from "./limits.ts";
import { toFetchableLink } from "./links.ts";

export interface RawSourceInput {
  readonly name: string;
  readonly url: string;
  readonly category: string;
  /** Minutes between fetches; "" for the default. */
  readonly intervalMinutes: string;
}

/**
 * Cleans the input. An empty interval becomes null, which means the default. Throws missing_information or
 * invalid_input with a message per field.
 */
export function parseSourceInput(raw: RawSourceInput) {
  const name = trimLine(raw.name);
  const urlText = raw.url.trim();
  const intervalText = raw.intervalMinutes.trim();

  const missingFields: Record<string, string> = {};
  if (!hasVisibleText(name)) missingFields.name = "Enter a name.";
  if (urlText === "") missingFields.url = "Enter the feed URL.";
  if (Object.keys(missingFields).length > 0)
    throw new AppError("missing_information", { fieldErrors: missingFields });

  const problems: Record<string, string> = {};
  const url = toFetchableLink(urlText);
  if (countCharacters(name) > SOURCE_NAME_MAX)
    problems.name = `A name can have at most ${SOURCE_NAME_MAX} characters.`;
  if (url === null) problems.url = "Enter an http or https URL without a password.";
  if (!isNewsCategory(raw.category)) problems.category = "Choose a category.";
  if (
    intervalText !== "" &&
    (!/^\d{1,5}$/.test(intervalText) || Number(intervalText) < 1 || Number(intervalText) > FETCH_INTERVAL_MAX)
  ) {
    problems.intervalMinutes = `Enter a whole number of minutes from 1 to ${FETCH_INTERVAL_MAX.toLocaleString("en")}, or leave the field empty.`;
  }
  if (url === null || !isNewsCategory(raw.category) || Object.keys(problems).length > 0) {
    throw new AppError("invalid_input", { fieldErrors: problems });
  }
  return {
    name,
    url,
    category: raw.category,
    intervalMinutes: intervalText === "" ? null : Number(intervalText),
  };
}
