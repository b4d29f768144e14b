import { REASON_MAX } from "#core/admin/audit-events.ts";
import { AppError } from "#core/errors.ts";
import { dropInvisibleCharacters } from "#core/forum/invisible.ts";
import { countCharacters, dropUnreadableCharacters, emptyIfBlank, trimText } from "#core/forum/text.ts";

/** The reason for an admin action, cleaned. Throws AppError("invalid_input") with the field. */
export function readReason(given: string, { required = "" }: { required?: string } = {}): string {
  return readText(given, { field: "why", max: REASON_MAX, required });
}

interface TextRules {
  readonly field: string;
  readonly max: number;
  /** The error for missing text; "" if the text is optional. */
  readonly required: string;
}

export function readText(given: string, { field, max, required }: TextRules): string {
  const text = emptyIfBlank(trimText(dropInvisibleCharacters(dropUnreadableCharacters(given))));
  const length = countCharacters(text);
  if (length > max)
    throw new AppError("invalid_input", {
      fields: { [field]: `Use at most ${max} characters. This has ${length}.` },
    });
  if (text === "" && required) throw new AppError("invalid_input", { fields: { [field]: required } });
  return text;
}
