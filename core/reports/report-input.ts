import { REASON_MAX } from "#core/admin/audit-events.ts";
import { isSuspensionTerm, type SuspensionTerm } from "#core/admin/members.ts";
import { AppError } from "#core/errors.ts";
import { dropInvisibleCharacters } from "#core/forum/invisible.ts";
import {
  countCharacters,
  dropUnreadableCharacters,
  emptyIfBlank,
  hasVisibleText,
  trimText,
} from "#core/forum/text.ts";
import { isReason, isReportAction, REPORT_TEXT_MAX, type Reason, type ReportAction } from "./kinds.ts";

export interface RawReport {
  readonly reason: string;
  readonly text: string;
}

/** Cleans a report. Throws AppError missing_information or invalid_input, both with fields. */
export function checkReport(raw: RawReport): { reason: Reason; text: string } {
  if (!isReason(raw.reason))
    throw new AppError("missing_information", { fields: { reason: "Choose a reason." } });
  const text = emptyIfBlank(clean(raw.text));
  if (raw.reason === "other" && text === "")
    throw new AppError("missing_information", { fields: { text: "Tell us what's wrong." } });
  refuseLength("text", "A report", text, REPORT_TEXT_MAX);
  return { reason: raw.reason, text };
}

export interface RawDecision {
  readonly groupId: string;
  readonly action: string;
  /** The explanation for the reporters and the author. */
  readonly conclusion: string;
  /** For a warning or suspension: also remove the target. */
  readonly alsoRemove: boolean;
  /** For an edit: the new text. Only posts have a title. */
  readonly title: string;
  readonly content: string;
  /** For a suspension. */
  readonly term: string;
}

export interface Decision {
  readonly action: ReportAction;
  readonly conclusion: string;
  readonly alsoRemove: boolean;
  readonly term: SuspensionTerm | null;
}

/** Cleans a decision; the text of an edit is checked by the module it belongs to. Throws like `checkReport`. */
export function checkDecision(raw: RawDecision): Decision {
  const { action } = raw;
  const conclusion = clean(raw.conclusion);
  const missing: Record<string, string> = {};
  if (!isReportAction(action)) missing.action = "Choose an action.";
  if (!hasVisibleText(conclusion))
    missing.conclusion = "Write an explanation for the reporters and the author.";
  if (action === "suspend" && !isSuspensionTerm(raw.term)) missing.term = "Choose a duration.";
  if (!isReportAction(action) || Object.keys(missing).length > 0)
    throw new AppError("missing_information", { fields: missing });
  refuseLength("conclusion", "A conclusion", conclusion, REASON_MAX);
  return {
    action,
    conclusion,
    alsoRemove: raw.alsoRemove && (action === "warn" || action === "suspend"),
    term: action === "suspend" && isSuspensionTerm(raw.term) ? raw.term : null,
  };
}

const clean = (text: string) => trimText(dropInvisibleCharacters(dropUnreadableCharacters(text)));

function refuseLength(field: string, name: string, text: string, max: number): void {
  const count = countCharacters(text);
  if (count <= max) return;
  const message = `${name} may have at most ${max} characters; this one has ${count}.`;
  throw new AppError("invalid_input", { fields: { [field]: message }, message });
}
