import { parseEmail } from "#core/accounts/email.ts";
import { AppError } from "#core/errors.ts";
import { ADMIN_LIMITS, INVITATION_DAYS, LABEL_MAX, MEMBER_LIMITS } from "./limits.ts";

export interface LinkInput {
  readonly label: string;
  readonly uses: string;
  readonly days: string;
}

export interface EmailInput {
  readonly email: string;
  readonly days: string;
}

export interface NewInvitation {
  readonly label: string;
  readonly email: string | null;
  readonly maxUses: number;
  readonly days: number;
}

type FieldErrors = Record<string, string>;

/** Parses the form of an invitation link. Throws AppError("invalid_input") with a message per field. */
export function parseLinkInput(input: LinkInput, { isAdmin }: { isAdmin: boolean }): NewInvitation {
  const fieldErrors: FieldErrors = {};
  const { uses: usesLimit } = isAdmin ? ADMIN_LIMITS : MEMBER_LIMITS;
  const label = input.label
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if ([...label].length > LABEL_MAX) fieldErrors.label = `A label can have at most ${LABEL_MAX} characters.`;
  const maxUses = /^\d{1,6}$/.test(input.uses.trim()) ? Number(input.uses) : 0;
  if (maxUses < 1 || maxUses > usesLimit)
    fieldErrors.uses = `Enter a whole number from 1 to ${usesLimit.toLocaleString("en")}.`;
  const days = parseDays(input.days, isAdmin, fieldErrors);
  return requireValid(fieldErrors, { label, email: null, maxUses, days });
}

/** Parses the form of an invitation by email. Throws AppError("invalid_input") with a message per field. */
export function parseEmailInput(input: EmailInput, { isAdmin }: { isAdmin: boolean }): NewInvitation {
  const fieldErrors: FieldErrors = {};
  const parsedEmail = parseEmail(input.email.trim());
  if ("problem" in parsedEmail) fieldErrors.email = "Enter an email address like name@example.org.";
  const days = parseDays(input.days, isAdmin, fieldErrors);
  return requireValid(fieldErrors, {
    label: "",
    email: "email" in parsedEmail ? parsedEmail.email : "",
    maxUses: 1,
    days,
  });
}

function parseDays(text: string, isAdmin: boolean, fieldErrors: FieldErrors): number {
  const days = listDays({ isAdmin }).find((option) => String(option) === text);
  if (days === undefined) fieldErrors.days = "Choose when the invitation expires.";
  return days ?? 0;
}

export function listDays({ isAdmin }: { readonly isAdmin: boolean }): readonly number[] {
  const max = (isAdmin ? ADMIN_LIMITS : MEMBER_LIMITS).days;
  return INVITATION_DAYS.filter((days) => days <= max);
}

function requireValid(fieldErrors: FieldErrors, invitation: NewInvitation): NewInvitation {
  if (Object.keys(fieldErrors).length > 0) throw new AppError("invalid_input", { fieldErrors });
  return invitation;
}
