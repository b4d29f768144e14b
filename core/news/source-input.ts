import { AppError } from "#core/errors.ts";
import { countCharacters, hasVisibleText, trimLine } from "#core/forum/text.ts";
import { isNewsCategory, type NewsCategory } from "./categories.ts";
import { fetchableLink } from "./links.ts";

/** What an administrator's form sends for a feed, as typed. */
export interface RawSourceInput {
  readonly name: string;
  readonly address: string;
  readonly category: string;
  /** Minutes between two fetches; "" is the program's own. */
  readonly intervalMinutes: string;
}

export interface SourceInput {
  readonly name: string;
  readonly address: string;
  readonly category: NewsCategory;
  readonly intervalMinutes: number | null;
}

const NAME_MAX = 100;
const INTERVAL_MAX = 10_080;

/** Cleans what was typed. Throws missing_information or invalid_input; both name the fields, each with its sentence. */
export function checkSourceInput(raw: RawSourceInput): SourceInput {
  const name = trimLine(raw.name);
  const typed = raw.address.trim();
  const interval = raw.intervalMinutes.trim();

  const missing: Record<string, string> = {};
  if (!hasVisibleText(name)) missing.name = "Name the source.";
  if (typed === "") missing.address = "Write the address of its feed.";
  if (Object.keys(missing).length > 0) throw new AppError("missing_information", { fields: missing });

  const wrong: Record<string, string> = {};
  const address = fetchableLink(typed);
  if (countCharacters(name) > NAME_MAX) wrong.name = `A name may have at most ${NAME_MAX} characters.`;
  if (address === null) wrong.address = "Write an http or https address without a password.";
  if (!isNewsCategory(raw.category)) wrong.category = "Choose one of the categories.";
  if (
    interval !== "" &&
    (!/^\d{1,5}$/.test(interval) || Number(interval) < 1 || Number(interval) > INTERVAL_MAX)
  ) {
    wrong.intervalMinutes = `Write a number of minutes from 1 to ${INTERVAL_MAX}, or nothing.`;
  }
  if (address === null || !isNewsCategory(raw.category) || Object.keys(wrong).length > 0) {
    throw new AppError("invalid_input", { fields: wrong });
  }
  return {
    name,
    address,
    category: raw.category,
    intervalMinutes: interval === "" ? null : Number(interval),
  };
}
