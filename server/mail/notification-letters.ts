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

/** What a member has not read yet, at once. Links are whole. */
export interface NotificationsLetter {
  readonly kind: "notifications";
  readonly to: string;
  readonly lines: readonly { readonly text: string; readonly link: string }[];
  /** How many there are in all. */
  readonly count: number;
  readonly link: string;
  /** Where it is chosen what is told by mail. */
  readonly settings: string;
  /** Ends the mails: by a page with a button, or by one click of the mail program (RFC 8058). */
  readonly unsubscribe: string;
}

export function writeNotificationsLetter(letter: NotificationsLetter, site: MailSite): WrittenLetter {
  const { lines, count, link, settings, unsubscribe } = letter;
  const rest = count - lines.length;
  return composeLetter({
    subject: `You have ${count === 1 ? "a new notification" : `${count} new notifications`} at ${site.name}`,
    site,
    pieces: [
      ...lines.map(({ text, link: to }) => ({
        text: `${text}\n${to}`,
        html: paragraph(anchor(to, text, `color:${LETTER_COLORS.accent}`)),
      })),
      ...(rest > 0 ? [remark(`And ${rest} more.`)] : []),
      button(link, "See your notifications"),
      lastRemark("You get this email because you have not read these yet, and at most one every half hour."),
    ],
    footer: {
      text: `Notification settings: ${settings}\nUnsubscribe: ${unsubscribe}`,
      html: `${anchor(settings, "Notification settings", FAINT)} · ${anchor(unsubscribe, "Unsubscribe", FAINT)}<br>`,
    },
  });
}
