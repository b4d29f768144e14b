import { formatInteger } from "#core/format-count.ts";
import {
  anchor,
  buttonBlock,
  composeEmail,
  EMAIL_COLORS,
  type EmailSite,
  FAINT_STYLE,
  lastNoteBlock,
  noteBlock,
  paragraph,
  type RenderedEmail,
} from "./layout.ts";

export interface NotificationsEmail {
  readonly kind: "notifications";
  readonly to: string;
  readonly lines: readonly { readonly text: string; readonly link: string }[];
  /** The number of notifications, including those that are not listed. */
  readonly count: number;
  readonly link: string;
  readonly settingsLink: string;
  /** The URL that turns these emails off: a page with a button, or one click in the email client (RFC 8058). */
  readonly unsubscribe: string;
}

export function renderNotificationsEmail(email: NotificationsEmail, site: EmailSite): RenderedEmail {
  const { lines, count, link, settingsLink, unsubscribe } = email;
  const unlistedCount = count - lines.length;
  return composeEmail({
    subject: `You have ${count === 1 ? "a new notification" : `${formatInteger(count)} new notifications`} on ${site.name}`,
    site,
    blocks: [
      ...lines.map(({ text, link: url }) => ({
        text: `${text}\n${url}`,
        html: paragraph(anchor(url, text, `color:${EMAIL_COLORS.accent}`)),
      })),
      ...(unlistedCount > 0 ? [noteBlock(`And ${formatInteger(unlistedCount)} more.`)] : []),
      buttonBlock(link, "View notifications"),
      lastNoteBlock(
        "You're receiving this because you have unread notifications. We send at most one email like this every 30 minutes.",
      ),
    ],
    footer: {
      text: `Notification settings: ${settingsLink}\nUnsubscribe: ${unsubscribe}`,
      html: `${anchor(settingsLink, "Notification settings", FAINT_STYLE)} · ${anchor(unsubscribe, "Unsubscribe", FAINT_STYLE)}<br>`,
    },
  });
}
