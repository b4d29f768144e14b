import { describeSuspension } from "#core/admin/members.ts";
import { formatCount } from "#core/format-count.ts";
import { describeOutcome, describeReview } from "#core/reports/describe-outcome.ts";
import type { ReportAction, ReportableKind } from "#core/reports/kinds.ts";
import {
  buttonBlock,
  composeEmail,
  EMAIL_COLORS,
  type EmailBlock,
  type EmailSite,
  escapeHtml,
  lastNoteBlock,
  noteBlock,
  paragraph,
  type RenderedEmail,
  textBlock,
} from "./layout.ts";
import { type NewsletterEmail, renderDigest, renderNewsletterConfirmation } from "./newsletter-templates.ts";
import { type NotificationsEmail, renderNotificationsEmail } from "./notification-templates.ts";
import { composeSecurityAlert, type SecurityAlertEmail } from "./security-alert-emails.ts";

/** Any email that the site sends. Links are absolute; `seconds` is how long the code and the link are valid. */
export type Email =
  | {
      readonly kind: "confirmation" | "invite" | "magic_link" | "recovery";
      readonly to: string;
      readonly code: string;
      readonly link: string;
      readonly seconds: number;
    }
  | {
      readonly kind: "email_change_current" | "email_change_new";
      readonly to: string;
      readonly newAddress: string;
      readonly code: string;
      readonly link: string;
      readonly seconds: number;
    }
  | {
      readonly kind: "reauthentication";
      readonly to: string;
      readonly code: string;
      readonly seconds: number;
    }
  | {
      readonly kind: "invitation";
      readonly to: string;
      readonly link: string;
      readonly days: number;
      readonly isFromAdmin: boolean;
    }
  | ReportEmail
  | AdminActionEmail
  | SecurityAlertEmail
  | NewsletterEmail
  | NotificationsEmail;

export type AdminActionEmail =
  | {
      readonly kind: "suspended";
      readonly to: string;
      /** RFC 3339; null for a suspension without an end. */
      readonly until: string | null;
      readonly reason: string;
    }
  | { readonly kind: "suspension_ended" | "factors_reset"; readonly to: string }
  | { readonly kind: "address_changed"; readonly to: string; readonly newAddress: string };

/** The outcome of a report, for a reporter ("report_decided") or for the author ("content_reported"). */
export interface ReportEmail {
  readonly kind: "report_decided" | "content_reported";
  readonly to: string;
  readonly targetKind: ReportableKind;
  readonly action: ReportAction;
  readonly alsoRemoved: boolean;
  readonly conclusion: string;
  /** The link to the target, if the target still exists. */
  readonly link?: string;
}

interface EmailCopy {
  readonly subject: string;
  readonly body: string;
  /** The label of the button, for emails with a link. */
  readonly button?: string;
  /** Where the button leads. Default: the email's own link. */
  readonly link?: string;
  /** The last paragraph: usually what to do if you didn't request the email. */
  readonly closing?: string;
}

const IGNORE_NOTE = "If you didn't request this, you can safely ignore this email.";

/** Never include text by other members, not even a name, because anyone could then use this site to send spam. */
function composeCopy(
  email: Exclude<Email, NewsletterEmail | NotificationsEmail>,
  emailSite: EmailSite,
): EmailCopy {
  const site = emailSite.name;
  switch (email.kind) {
    case "confirmation":
      return {
        subject: `Confirm your email address for ${site}`,
        body: `Thanks for signing up for ${site}. Confirm your email address to get started.`,
        button: "Confirm email address",
        closing: "If you didn't sign up, you can safely ignore this email.",
      };
    case "invite":
      return {
        subject: `You're invited to join ${site}`,
        body: `An administrator invited you to join ${site}.`,
        button: "Accept invitation",
        closing: "If you don't want to join, you can safely ignore this email.",
      };
    case "invitation":
      return {
        subject: `You're invited to join ${site}`,
        body: `${email.isFromAdmin ? "An administrator" : "A member"} invited you to join ${site}. You can use the invitation once, within ${formatCount(email.days, "day")}.`,
        button: "Accept invitation",
        closing: "If you don't want to join, you can safely ignore this email.",
      };
    case "magic_link":
      return {
        subject: `Your sign-in link for ${site}`,
        body: `Use this link to sign in to ${site}. You don't need a password.`,
        button: "Sign in",
      };
    case "recovery":
      return {
        subject: `Reset your ${site} password`,
        body: `We received a request to reset the password for your ${site} account.`,
        button: "Reset password",
        closing: "If you didn't request this, you can safely ignore this email. Your password won't change.",
      };
    case "email_change_current":
      return {
        subject: `Confirm the new email address for your ${site} account`,
        body: `We received a request to change the email address for your ${site} account from this one to ${email.newAddress}.`,
        button: "Confirm change",
        closing:
          "If you didn't request this, don't confirm it. Change your password now: someone else may be signed in to your account.",
      };
    case "email_change_new":
      return {
        subject: `Confirm your new email address for ${site}`,
        body: `We received a request to use this address, ${email.newAddress}, for an account on ${site}. Confirm that it's yours.`,
        button: "Confirm change",
      };
    case "report_decided":
      return {
        subject: `Your report on ${site} was reviewed`,
        body: `You reported a ${email.targetKind} on ${site}. An administrator ${describeReview(email, "your report")}.`,
        button: `View the ${email.targetKind}`,
        closing: "Thank you for helping to keep the community safe.",
      };
    case "content_reported":
      return {
        subject: `Your ${email.targetKind} on ${site} was reported`,
        body: `One or more members reported your ${email.targetKind} on ${site}. After a review, an administrator ${describeOutcome(email, "author")}.`,
        button: `View the ${email.targetKind}`,
        closing:
          email.action === "dismiss"
            ? "You don't need to do anything."
            : "If you think this was a mistake, contact an administrator of the community.",
      };
    case "reauthentication":
      return {
        subject: `Your ${site} verification code`,
        body: `Enter this code on ${site} to confirm it's you.`,
        closing: "If you didn't request this code, change your password. Never share the code with anyone.",
      };
    case "suspended":
      return {
        subject: `Your ${site} account is suspended`,
        body: describeSuspension({ until: email.until, reason: "" }),
        closing:
          "You can't sign in while your account is suspended. The suspension doesn't hide your posts or comments.",
      };
    case "suspension_ended":
      return {
        subject: `Your ${site} account is no longer suspended`,
        body: "An administrator ended the suspension of your account. You can sign in again.",
        closing: "Nothing else about your account has changed.",
      };
    case "factors_reset":
      return {
        subject: `Two-factor authentication was turned off for your ${site} account`,
        body: "An administrator removed the two-factor methods from your account, including any recovery codes. You can now sign in without them.",
        closing:
          "If you didn't request this, change your password and set up two-factor authentication again.",
      };
    case "address_changed":
      return {
        subject: `The email address for your ${site} account was changed`,
        body: `An administrator changed the email address for your ${site} account to ${email.newAddress}.`,
        closing: "If you didn't request this, contact an administrator of the community.",
      };
    default:
      return composeSecurityAlert(email, emailSite);
  }
}

/**
 * A code by text message, at most one segment of 160 characters. It contains no link, so that people don't get used to
 * tapping links in text messages.
 */
export interface TextMessage {
  readonly kind: "sms_code" | "phone_change" | "sms_reauthentication";
  readonly channel: "sms" | "whatsapp";
  /** Digits only, without "+". */
  readonly to: string;
  readonly code: string;
  readonly seconds: number;
}

export function renderTextMessage({ code, seconds }: TextMessage, siteName: string): RenderedEmail {
  const text = `Your ${siteName} code: ${code}. It expires in ${formatDuration(seconds)}. Don't share it.`;
  return { subject: "", text, html: null };
}

export function renderEmail(email: Email, site: EmailSite): RenderedEmail {
  if (email.kind === "newsletter_confirm") return renderNewsletterConfirmation(email, site);
  if (email.kind === "digest") return renderDigest(email, site);
  if (email.kind === "notifications") return renderNotificationsEmail(email, site);
  const {
    subject,
    body,
    button = "",
    link = "link" in email ? email.link : undefined,
    closing = IGNORE_NOTE,
  } = composeCopy(email, site);
  const quote = "conclusion" in email ? email.conclusion : "reason" in email ? email.reason : undefined;
  return composeEmail({
    subject,
    site,
    blocks: [
      textBlock(body),
      ...(quote === undefined ? [] : [renderQuote(quote)]),
      ...(link === undefined ? [] : [buttonBlock(link, button)]),
      ...("code" in email
        ? [
            renderCode(link === undefined ? "Your code" : "Or enter this code", email.code),
            noteBlock(`Expires in ${formatDuration(email.seconds)} and works only once.`),
          ]
        : []),
      lastNoteBlock(closing),
    ],
  });
}

const QUOTE_LABEL = "Message from the administrator:";

const renderQuote = (text: string): EmailBlock => ({
  text: `${QUOTE_LABEL}\n${text}`,
  html:
    paragraph(QUOTE_LABEL, `margin-bottom:4px;color:${EMAIL_COLORS.muted}`) +
    paragraph(
      escapeHtml(text).replaceAll("\n", "<br>"),
      "padding:12px 16px;background:#f6f6f2;border-radius:10px",
    ),
});

const renderCode = (label: string, code: string): EmailBlock => ({
  text: `${label}: ${code}`,
  html:
    paragraph(`${label}:`, `margin-bottom:4px;color:${EMAIL_COLORS.muted}`) +
    paragraph(
      escapeHtml(code),
      "font-family:'JetBrains Mono',Menlo,Consolas,monospace;font-size:26px;letter-spacing:4px;font-weight:600",
    ),
});

function formatDuration(seconds: number): string {
  const [count, unit] =
    seconds % 3600 === 0
      ? [seconds / 3600, "hour"]
      : seconds % 60 === 0
        ? [seconds / 60, "minute"]
        : [seconds, "second"];
  return formatCount(count, unit);
}
