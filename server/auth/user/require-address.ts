import { AuthError } from "#core/accounts/auth-errors.ts";
import { parseEmail } from "#core/accounts/email.ts";
import { parsePhone } from "#core/accounts/phone.ts";
import type { AuthDeps } from "../deps.ts";
import { createValidationError, requireValid } from "../request-body.ts";

/** Whether the site's pages offer sign-in by text message. The protocol's endpoints also work without a gateway. */
export const isTextingOffered = ({ config, mailer }: Pick<AuthDeps, "config" | "mailer">) =>
  config.auth.phone && mailer.isTextMessagingConfigured;

export type TextChannel = "sms" | "whatsapp";

/** Returns a request's normalized phone number. Throws AuthError: phone_provider_disabled, validation_failed. */
export function requirePhone(
  { config }: AuthDeps,
  input: string | undefined,
  disabledMessage = "Unsupported phone provider",
): string {
  if (!config.auth.phone)
    throw new AuthError("phone_provider_disabled", { status: 400, message: disabledMessage });
  return requireValid(parsePhone(input ?? "")).phone;
}

/** Returns the channel for a text message, which is SMS by default. Throws AuthError("validation_failed"). */
export function readChannel(input: string | undefined): TextChannel {
  if (!input) return "sms";
  if (input === "sms" || input === "whatsapp") return input;
  throw createValidationError("Invalid channel, supported values are 'sms' or 'whatsapp'");
}

/** Returns a request's normalized email address. Throws AuthError: email_provider_disabled, validation_failed. */
export function requireEmail(
  { config }: AuthDeps,
  input: string | undefined,
  disabledMessage?: string,
): string {
  if (!config.auth.email)
    throw new AuthError("email_provider_disabled", {
      status: 400,
      ...(disabledMessage ? { message: disabledMessage } : {}),
    });
  return requireValid(parseEmail(input ?? "")).email;
}
