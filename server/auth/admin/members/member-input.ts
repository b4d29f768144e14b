import { REASON_MAX } from "#core/admin/audit-events.ts";
import { AppError } from "#core/errors.ts";
import { removeInvisibleCharacters } from "#core/invisible.ts";
import { blankToEmpty, countCharacters, removeUnreadableCharacters, trimText } from "#core/text.ts";

/** Cleans and validates the reason for an admin action. Throws AppError("invalid_input") with the field. */
export const parseReason = (input: string, required?: string): string =>
  parseText(input, { field: "reason", max: REASON_MAX, required });

interface TextRules {
  readonly field: string;
  readonly max: number;
  /** The error for missing text. Without it, the text is optional. */
  readonly required: string | undefined;
}

export function parseText(input: string, { field, max, required }: TextRules): string {
  const text = blankToEmpty(trimText(removeInvisibleCharacters(removeUnreadableCharacters(input))));
  const length = countCharacters(text);
  if (length > max)
    throw new AppError("invalid_input", {
      fields: { [field]: `This can have at most ${max} characters. It has ${length}.` },
    });
  if (text === "" && required) throw new AppError("invalid_input", { fields: { [field]: required } });
  return text;
}

export const createInputError = (fields: Record<string, string>) => new AppError("invalid_input", { fields });
