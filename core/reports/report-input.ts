import { REASON_MAX } from "#core/admin/audit-events.ts";
import { isSuspensionTerm, type SuspensionTerm } from "#core/admin/members.ts";
import { AppError } from "#core/errors.ts";
import { removeInvisibleCharacters } from "#core/invisible.ts";
import {
  blankToEmpty,
  countCharacters,
  hasVisibleText,
  removeUnreadableCharacters,
  trimText,
} from "#core/text.ts";
import { isReason, isReportAction, REPORT_TEXT_MAX, type Reason, type ReportAction } from "./kinds.ts";

export interface RawReport {
  readonly reason: string;
  readonly text: string;
}

export function parseReport(raw: RawReport): { reason: Reason; text: string } {
  if (!isReason(raw.reason))
    throw new AppError("missing_information", { fieldErrors: { reason: "Choose a reason." } });
  const text = blankToEmpty(clean(raw.text));
  if (raw.reason === "other" && text === "")
    throw new AppError("missing_information", { fieldErrors: { text: "Tell us what's wrong." } });
  assertMaxLength("text", "A report", text, REPORT_TEXT_MAX);
  return { reason: raw.reason, text };
}

export interface RawDecision {
  readonly groupId: string;
  readonly action: string;
  /** The explanation for the reporters and the author. */
  readonly conclusion: string;
  /** For a warning or suspension, whether the target is also removed. */
  readonly alsoRemove: boolean;
  /** For an edit, the new text. Only posts have a title. */
  readonly title: string;
  readonly content: string;
  readonly term: string;
}

export interface Decision {
  readonly action: ReportAction;
  readonly conclusion: string;
  readonly alsoRemove: boolean;
  readonly term: SuspensionTerm | null;
}

/** Parses a decision. For an edit, the new text is checked by the module that the content belongs to. */
export function parseDecision(raw: RawDecision): Decision {
  const { action } = raw;
  const conclusion = clean(raw.conclusion);
  const missingFields: Record<string, string> = {};
  if (!isReportAction(action)) missingFields.action = "Choose an action.";
  if (!hasVisibleText(conclusion))
    missingFields.conclusion = "Enter a message to the reporters and the author.";
  if (action === "suspend" && !isSuspensionTerm(raw.term)) missingFields.term = "Choose a duration.";
  if (!isReportAction(action) || Object.keys(missingFields).length > 0)
    throw new AppError("missing_information", { fieldErrors: missingFields });
  assertMaxLength("conclusion", "A message", conclusion, REASON_MAX);
  return {
    action,
    conclusion,
    alsoRemove: raw.alsoRemove && (action === "warn" || action === "suspend"),
    term: action === "suspend" && isSuspensionTerm(raw.term) ? raw.term : null,
  };
}

const clean = (text: string) => trimText(removeInvisibleCharacters(removeUnreadableCharacters(text)));

function assertMaxLength(field: string, name: string, text: string, max: number): void {
  const count = countCharacters(text);
  if (count <= max) return;
  const message = `${name} can have at most ${max} characters. This one has ${count}.`;
  throw new AppError("invalid_input", { fieldErrors: { [field]: message }, message });
}
