export const EMAIL_COLORS = {
  text: "#14191d",
  muted: "#4b555e",
  faint: "#626c75",
  /** A placeholder that `composeEmail` replaces with the site's accent color. No other text has a null character. */
  accent: "\0accent",
} as const;
export const FAINT_STYLE = `color:${EMAIL_COLORS.faint}`;
const SMALL_STYLE = `color:${EMAIL_COLORS.muted};font-size:14px`;

export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  /** Null for text messages. */
  readonly html: string | null;
}

export interface EmailSite {
  readonly name: string;
  readonly publicUrl: string;
  readonly contactEmail: string | null;
  /** #rrggbb, readable on white. */
  readonly accent: string;
}

/** A block of an email, as plain text and as HTML. Either may be omitted. */
export interface EmailBlock {
  readonly text?: string;
  readonly html?: string;
}

interface EmailParts {
  readonly subject: string;
  readonly site: EmailSite;
  /** In pixels. */
  readonly width?: number;
  readonly blocks: readonly EmailBlock[];
  /** Below the card, above the site's URL. */
  readonly footer?: EmailBlock;
}

/**
 * Builds the plain text, and an HTML document with the site name, a card and a footer. Styles are inline because many
 * email clients ignore style sheets. Nothing is loaded from the network.
 */
export function composeEmail({ subject, site, width = 480, blocks, footer = {} }: EmailParts): RenderedEmail {
  const font = "font-family:'Hanken Grotesk',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">',
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:32px 16px;background:#f6f6f2;color:${EMAIL_COLORS.text};${font};font-size:16px;line-height:1.6">`,
    `<div style="max-width:${width}px;margin:0 auto">`,
    paragraph(escapeHtml(site.name), `font-weight:700;font-size:18px;color:${EMAIL_COLORS.accent}`),
    '<div style="padding:28px;background:#ffffff;border:1px solid #e1e1da;border-radius:14px">',
    `<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3">${escapeHtml(subject)}</h1>`,
    ...blocks.map((block) => block.html ?? ""),
    "</div>",
    `<div style="margin:16px 0 0;font-size:13px;color:${EMAIL_COLORS.faint}">${footer.html ?? ""}`,
    anchor(site.publicUrl, site.publicUrl, FAINT_STYLE),
    site.contactEmail === null
      ? ""
      : `<br>Questions: ${anchor(`mailto:${encodeURI(site.contactEmail)}`, site.contactEmail, FAINT_STYLE)}`,
    "</div>",
    "</div></body></html>",
  ].join("");
  const text = [...blocks, footer, { text: renderSignature(site) }]
    .flatMap((block) => block.text ?? [])
    .join("\n\n");
  return { subject, text, html: html.replaceAll(EMAIL_COLORS.accent, site.accent) };
}

const renderSignature = ({ name, publicUrl, contactEmail }: EmailSite) =>
  [`${name}, ${publicUrl}`, ...(contactEmail === null ? [] : [`Questions: ${contactEmail}`])].join("\n");

export const textBlock = (text: string, style = ""): EmailBlock => ({
  text,
  html: paragraph(escapeHtml(text), style),
});

export const noteBlock = (text: string): EmailBlock => textBlock(text, SMALL_STYLE);

/** Without a margin, because nothing follows it in the card. */
export const lastNoteBlock = (text: string): EmailBlock => textBlock(text, `margin:0;${SMALL_STYLE}`);

export const buttonBlock = (url: string, label: string): EmailBlock => ({
  text: `${label}:\n${url}`,
  html: paragraph(buttonLink(url, label)),
});

/** Formats a paragraph. Does not escape `html`. */
export const paragraph = (html: string, style = "") => `<p style="margin:0 0 16px;${style}">${html}</p>`;

/** Formats a link. Escapes its label and URL; `style` must not contain user input. */
export const anchor = (url: string, label: string, style: string) =>
  `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;

export const buttonLink = (url: string, label: string) =>
  anchor(
    url,
    label,
    `display:inline-block;padding:10px 18px;border-radius:10px;background:${EMAIL_COLORS.accent};color:#ffffff;font-weight:600;text-decoration:none`,
  );

/** Removes URLs from a title, because titles are untrusted input and email clients turn URLs into links. */
export const removeUrls = (title: string) =>
  title.replace(/\S+/g, (word) => (/:\/\/|www[.]/i.test(word) ? "…" : word));

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
