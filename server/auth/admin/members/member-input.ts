import { REASON_MAX } from "#core/admin/audit-events.ts";
import { AppError } from "#core/errors.ts";
import { removeInvisibleCharacters } from "#core/invisible.ts";
import { blankToEmpty, countCharacters, removeUnreadableCharacters, trimText } from "#core/text.ts";

/** Cleans and validates the reason for an admin action. Throws AppError("invalid_input") with the field. */
export const parseReason = (input: string, requiredMessage?: string): string =>
  parseText(input, { field: "reason", max: REASON_MAX, requiredMessage });

interface TextRules {
  readonly field: string;
  readonly max: number;
  /** The error for missing text. Without it, the text is optional. */
  readonly requiredMessage: string | undefined;
}

/** Cleans and validates a text field. Throws AppError("invalid_input") with the field. */
export function parseText(input: string, { field, max, requiredMessage }: TextRules): string {
  const text = blankToEmpty(trimText(removeInvisibleCharacters(removeUnreadableCharacters(input))));
  const length = countCharacters(text);
  if (length > max)
    throw new AppError("invalid_input", {
      fieldErrors: { [field]: `This can have at most ${max} characters. It has ${length}.` },
    });
  if (text === "" && requiredMessage)
    throw new AppError("invalid_input", { fieldErrors: { [field]: requiredMessage } });
  return text;
}

export const createInputError = (fieldErrors: Record<string, string>) =>
  new AppError("invalid_input", { fieldErrors });
