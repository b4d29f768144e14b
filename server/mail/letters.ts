import { suspensionWords } from "#core/admin/members.ts";
import { countOf } from "#core/count-of.ts";
import { deedOf } from "#core/reports/deed.ts";
import type { ReportAction, ReportedKind } from "#core/reports/kinds.ts";
import {
  button,
  composeLetter,
  escapeHtml,
  LETTER_COLORS,
  lastRemark,
  type MailSite,
  type Piece,
  paragraph,
  remark,
  say,
  type WrittenLetter,
} from "./letter-frame.ts";
import { type NewsletterLetter, writeNewsletterLetter } from "./newsletter-letters.ts";
import { type NotificationsLetter, writeNotificationsLetter } from "./notification-letters.ts";
import { isOwnerEmail, type OwnerEmail, writeOwnerEmail } from "./owner-emails.ts";

/** What there is to write to somebody. `link` is whole; `seconds` is how long code and link are good. */
export type Letter =
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
  | ReportLetter
  | AccountLetter
  | OwnerEmail
  | NewsletterLetter
  | NotificationsLetter;

/** What an administrator did with the account of whoever it is to. */
export type AccountLetter =
  | {
      readonly kind: "suspended";
      readonly to: string;
      /** RFC 3339; null when it has no end. */
      readonly until: string | null;
      /** In the administrator's words. */
      readonly reason: string;
    }
  | { readonly kind: "suspension_ended" | "factors_reset"; readonly to: string }
  | { readonly kind: "address_changed"; readonly to: string; readonly newAddress: string };

/** How reports were decided, to who reported ("report_decided") or to whose it is ("own_reported"). */
export interface ReportLetter {
  readonly kind: "report_decided" | "own_reported";
  readonly to: string;
  readonly thing: ReportedKind;
  readonly action: ReportAction;
  readonly alsoRemoved: boolean;
  /** In the administrator's words. */
  readonly conclusion: string;
  /** To where it still stands. */
  readonly link?: string;
}

interface Words {
  readonly subject: string;
  readonly sentence: string;
  readonly button: string;
  /** What somebody does who did not ask for this. */
  readonly otherwise: string;
}

const IGNORE = "If this was not you, you can ignore this email: nothing will happen.";

/** No word of another member's goes into a mail: a name or a note would let strangers write through this site. */
function wordsOf(
  letter: Exclude<Letter, NewsletterLetter | NotificationsLetter | OwnerEmail>,
  site: string,
): Words {
  switch (letter.kind) {
    case "confirmation":
      return {
        subject: `Confirm your address for ${site}`,
        sentence: `Someone, most likely you, signed up at ${site} with this address. Confirm it to get started.`,
        button: "Confirm address",
        otherwise: IGNORE,
      };
    case "invite":
      return {
        subject: `You are invited to ${site}`,
        sentence: `An administrator of ${site} has invited you to join.`,
        button: "Accept the invitation",
        otherwise: "If you do not want to join, you can ignore this email: nothing will happen.",
      };
    case "magic_link":
      return {
        subject: `Your sign-in link for ${site}`,
        sentence: `Follow this link to sign in to ${site}. No password is needed.`,
        button: "Sign in",
        otherwise: IGNORE,
      };
    case "recovery":
      return {
        subject: `Reset your password at ${site}`,
        sentence: `Someone, most likely you, asked for a new password for your account at ${site}.`,
        button: "Choose a new password",
        otherwise: "If this was not you, you can ignore this email: your password stays as it is.",
      };
    case "email_change_current":
      return {
        subject: `Your address at ${site} is about to change`,
        sentence: `Someone, most likely you, asked to move your account at ${site} from this address to ${letter.newAddress}. Confirm that you want this.`,
        button: "Confirm the change",
        otherwise:
          "If this was not you, do not confirm, and change your password: someone else is signed in to your account.",
      };
    case "email_change_new":
      return {
        subject: `Confirm your new address for ${site}`,
        sentence: `Someone, most likely you, asked to move an account at ${site} to this address, ${letter.newAddress}. Confirm that it is yours.`,
        button: "Confirm the change",
        otherwise: IGNORE,
      };
    case "report_decided":
      return {
        subject: `Your report at ${site} is decided`,
        sentence: `You reported a ${letter.thing} at ${site}. An administrator reviewed it and ${deedOf(letter, "its author")}.`,
        button: `See the ${letter.thing}`,
        otherwise: "Thank you for looking after the community.",
      };
    case "own_reported":
      return {
        subject: `Your ${letter.thing} at ${site} was reported`,
        sentence: `Members reported your ${letter.thing} at ${site}. An administrator reviewed it and ${deedOf(letter, "you")}.`,
        button: `See the ${letter.thing}`,
        otherwise: "If you think this was wrong, contact an administrator of the community.",
      };
    case "reauthentication":
      return {
        subject: `Your code for ${site}`,
        sentence: `Enter this code at ${site} to go on with the change you were making.`,
        button: "",
        otherwise: "If this was not you, do not share the code with anyone, and change your password.",
      };
    case "suspended":
      return {
        subject: `Your account at ${site} is suspended`,
        sentence: suspensionWords({ until: letter.until, reason: "" }),
        button: "",
        otherwise: "Nobody can sign in to it while it is suspended. What you wrote stays where it is.",
      };
    case "suspension_ended":
      return {
        subject: `Your account at ${site} is open again`,
        sentence: "An administrator ended the suspension of your account. You can sign in as before.",
        button: "",
        otherwise: "Nothing else about your account has changed.",
      };
    case "factors_reset":
      return {
        subject: `Your second factors at ${site} were removed`,
        sentence:
          "An administrator removed the second factors and recovery codes from your account. Your password alone signs you in now.",
        button: "",
        otherwise: "If you did not ask for this, change your password and set up a second factor again.",
      };
    case "address_changed":
      return {
        subject: `Your address at ${site} was changed`,
        sentence: `An administrator moved your account at ${site} to the address ${letter.newAddress}.`,
        button: "",
        otherwise: "If you did not ask for this, write to the administrators of the site.",
      };
  }
}

/** A code by text message. One segment of 160 characters; no link, since a message is no place to learn to follow them. */
export interface TextMessage {
  readonly kind: "sms_code" | "phone_change" | "sms_reauthentication";
  readonly channel: "sms" | "whatsapp";
  /** Digits, without "+". */
  readonly to: string;
  readonly code: string;
  readonly seconds: number;
}

export function writeTextMessage({ code, seconds }: TextMessage, site: string): WrittenLetter {
  const text = `Your ${site} code: ${code}. Valid once, for ${duration(seconds)}. Do not share it.`;
  return { subject: "", text, html: null };
}

export function writeLetter(letter: Letter, site: MailSite): WrittenLetter {
  if (letter.kind === "newsletter_confirm" || letter.kind === "digest")
    return writeNewsletterLetter(letter, site);
  if (letter.kind === "notifications") return writeNotificationsLetter(letter, site);
  const isToOwner = isOwnerEmail(letter);
  const words = isToOwner ? writeOwnerEmail(letter, site.name) : wordsOf(letter, site.name);
  const link = isToOwner ? `${site.publicUrl}/settings/sessions` : "link" in letter ? letter.link : undefined;
  const quote = "conclusion" in letter ? letter.conclusion : "reason" in letter ? letter.reason : undefined;
  return composeLetter({
    subject: words.subject,
    site,
    pieces: [
      say(words.sentence),
      ...(quote === undefined ? [] : [quoted(quote)]),
      ...(link === undefined ? [] : [button(link, words.button)]),
      ...("code" in letter
        ? [
            codeAfter(link === undefined ? "The code" : "Or enter this code", letter.code),
            remark(`Valid once, for ${duration(letter.seconds)}.`),
          ]
        : []),
      lastRemark(words.otherwise),
    ],
  });
}

const quoted = (words: string): Piece => ({
  text: `The administrator writes:\n${words}`,
  html: paragraph(
    escapeHtml(words).replaceAll("\n", "<br>"),
    "padding:12px 16px;background:#f6f6f2;border-radius:10px",
  ),
});

const codeAfter = (label: string, code: string): Piece => ({
  text: `${label}: ${code}`,
  html:
    paragraph(`${label}:`, `margin-bottom:4px;color:${LETTER_COLORS.muted}`) +
    paragraph(
      escapeHtml(code),
      "font-family:'JetBrains Mono',Menlo,Consolas,monospace;font-size:26px;letter-spacing:4px;font-weight:600",
    ),
});

/** In the largest unit that says it without a rest; half hours are minutes. */
function duration(seconds: number): string {
  const [count, unit] =
    seconds % 3600 === 0
      ? [seconds / 3600, "hour"]
      : seconds % 60 === 0
        ? [seconds / 60, "minute"]
        : [seconds, "second"];
  return countOf(count, unit);
}
