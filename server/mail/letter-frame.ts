/** The looks of every letter: mail programs know no style sheets, so they stand in each tag, and nothing is fetched. */
export const LETTER_COLORS = {
  text: "#14191d",
  muted: "#4b555e",
  faint: "#626c75",
  accent: "#0a6b55",
} as const;
export const FAINT = `color:${LETTER_COLORS.faint}`;
const SMALL = `color:${LETTER_COLORS.muted};font-size:14px`;

export interface WrittenLetter {
  readonly subject: string;
  readonly text: string;
  /** None where there is text alone. */
  readonly html: string | null;
}

/** What a letter says of the site that it comes from. */
export interface MailSite {
  readonly name: string;
  readonly publicUrl: string;
  /** Where the site is written to; null when nobody said. */
  readonly contact: string | null;
}

/** A piece of a letter as its text and as its HTML say it; one of the two may leave it out. */
export interface Piece {
  readonly text?: string;
  readonly html?: string;
}

interface LetterParts {
  readonly subject: string;
  readonly site: MailSite;
  /** In pixels; a letter that is read, not obeyed, is wider. */
  readonly width?: number;
  readonly pieces: readonly Piece[];
  /** Under the card, before the site's address. */
  readonly footer?: Piece;
}

/** The letter as text and as a whole HTML document: the site's name, a card, what stands under it. */
export function composeLetter({
  subject,
  site,
  width = 480,
  pieces,
  footer = {},
}: LetterParts): WrittenLetter {
  const font = "font-family:'Hanken Grotesk',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">',
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:32px 16px;background:#f6f6f2;color:${LETTER_COLORS.text};${font};font-size:16px;line-height:1.6">`,
    `<div style="max-width:${width}px;margin:0 auto">`,
    paragraph(escapeHtml(site.name), `font-weight:700;font-size:18px;color:${LETTER_COLORS.accent}`),
    '<div style="padding:28px;background:#ffffff;border:1px solid #e1e1da;border-radius:14px">',
    `<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3">${escapeHtml(subject)}</h1>`,
    ...pieces.map((piece) => piece.html ?? ""),
    "</div>",
    `<div style="margin:16px 0 0;font-size:13px;color:${LETTER_COLORS.faint}">${footer.html ?? ""}`,
    anchor(site.publicUrl, site.publicUrl, FAINT),
    site.contact === null
      ? ""
      : `<br>Questions: ${anchor(`mailto:${encodeURI(site.contact)}`, site.contact, FAINT)}`,
    "</div>",
    "</div></body></html>",
  ].join("");
  const text = [...pieces, footer, { text: sign(site) }].flatMap((piece) => piece.text ?? []).join("\n\n");
  return { subject, text, html };
}

const sign = ({ name, publicUrl, contact }: MailSite) =>
  [`${name}, ${publicUrl}`, ...(contact === null ? [] : [`Questions: ${contact}`])].join("\n");

/** A paragraph of plain words. */
export const say = (words: string, style = ""): Piece => ({
  text: words,
  html: paragraph(escapeHtml(words), style),
});

/** The same, small, as what matters less. */
export const remark = (words: string): Piece => say(words, SMALL);

/** A remark with nothing of the card under it. */
export const lastRemark = (words: string): Piece => say(words, `margin:0;${SMALL}`);

export const button = (to: string, words: string): Piece => ({
  text: `${words}:\n${to}`,
  html: paragraph(buttonLink(to, words)),
});

/** `html` is not escaped here. */
export const paragraph = (html: string, style = "") => `<p style="margin:0 0 16px;${style}">${html}</p>`;

/** `style` comes from us, words and address are escaped. */
export const anchor = (to: string, words: string, style: string) =>
  `<a href="${escapeHtml(to)}" style="${style}">${escapeHtml(words)}</a>`;

export const buttonLink = (to: string, words: string) =>
  anchor(
    to,
    words,
    `display:inline-block;padding:10px 18px;border-radius:10px;background:${LETTER_COLORS.accent};color:#ffffff;font-weight:600;text-decoration:none`,
  );

/** A mail program makes links of addresses: what strangers call their posts shall lead nobody away from here. */
export const withoutAddresses = (title: string) => title.replace(/\S*(?::\/\/|www[.])\S*/gi, "…");

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
