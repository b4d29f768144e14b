import {
  anchor,
  buttonLink,
  escapeHtml,
  frameLetter,
  LETTER_COLORS,
  type MailSite,
  paragraph,
  signLetter,
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
  const subject =
    count === 1 ? `News for you at ${site.name}` : `${count} things are new for you at ${site.name}`;
  const rest = count - lines.length;
  const more = rest > 0 ? `And ${rest} more.` : "";
  const button = "See all of them";
  const why = "You get this mail because you have not read these yet, and at most one every half hour.";
  const small = `color:${LETTER_COLORS.muted};font-size:14px`;
  const faint = `color:${LETTER_COLORS.faint}`;
  return {
    subject,
    text: [
      ...lines.map(({ text, link: to }) => `${text}\n${to}`),
      ...(more === "" ? [] : [more]),
      `${button}:\n${link}`,
      why,
      `Choose what is mailed: ${settings}\nNo more of these mails: ${unsubscribe}`,
      signLetter(site),
    ].join("\n\n"),
    html: frameLetter({
      subject,
      site,
      width: 480,
      body: [
        ...lines.map(({ text, link: to }) => paragraph(anchor(to, text, `color:${LETTER_COLORS.accent}`))),
        more === "" ? "" : paragraph(escapeHtml(more), small),
        paragraph(buttonLink(link, button)),
        paragraph(escapeHtml(why), `margin:0;${small}`),
      ].join(""),
      footer: `${anchor(settings, "Choose what is mailed", faint)} · ${anchor(unsubscribe, "Unsubscribe", faint)}<br>`,
    }),
  };
}
