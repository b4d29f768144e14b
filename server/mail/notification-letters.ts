import {
  anchor,
  button,
  composeLetter,
  FAINT,
  LETTER_COLORS,
  lastRemark,
  type MailSite,
  paragraph,
  remark,
  type WrittenLetter,
} from "./letter-frame.ts";

/** A member's unread notifications in one email. Links are absolute. */
export interface NotificationsLetter {
  readonly kind: "notifications";
  readonly to: string;
  readonly lines: readonly { readonly text: string; readonly link: string }[];
  /** Including those that are not listed. */
  readonly count: number;
  readonly link: string;
  /** The page with the notification settings. */
  readonly settings: string;
  /** Turns these emails off: a page with a button, or one click in the mail program (RFC 8058). */
  readonly unsubscribe: string;
}

export function writeNotificationsLetter(letter: NotificationsLetter, site: MailSite): WrittenLetter {
  const { lines, count, link, settings, unsubscribe } = letter;
  const rest = count - lines.length;
  return composeLetter({
    subject: `You have ${count === 1 ? "a new notification" : `${count} new notifications`} on ${site.name}`,
    site,
    pieces: [
      ...lines.map(({ text, link: to }) => ({
        text: `${text}\n${to}`,
        html: paragraph(anchor(to, text, `color:${LETTER_COLORS.accent}`)),
      })),
      ...(rest > 0 ? [remark(`And ${rest} more.`)] : []),
      button(link, "View notifications"),
      lastRemark(
        "You're receiving this because you have unread notifications. We send at most one such email every 30 minutes.",
      ),
    ],
    footer: {
      text: `Notification settings: ${settings}\nUnsubscribe: ${unsubscribe}`,
      html: `${anchor(settings, "Notification settings", FAINT)} · ${anchor(unsubscribe, "Unsubscribe", FAINT)}<br>`,
    },
  });
}
