import { formatCount } from "#core/format-count.ts";
import { CATEGORY_LABELS } from "#core/forum/categories.ts";
import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import type { Digest, DigestArticle, DigestPost } from "#core/newsletter/types.ts";
import {
  anchor,
  buttonBlock,
  buttonLink,
  composeEmail,
  EMAIL_COLORS,
  type EmailBlock,
  type EmailSite,
  escapeHtml,
  FAINT_STYLE,
  lastNoteBlock,
  noteBlock,
  paragraph,
  type RenderedEmail,
  removeUrls,
  textBlock,
} from "./layout.ts";

export type NewsletterEmail =
  | {
      readonly kind: "newsletter_confirm";
      readonly to: string;
      readonly link: string;
      readonly seconds: number;
      /** The URL that deletes the email address: a page with a button, or one click in the email client (RFC 8058). */
      readonly unsubscribe: string;
    }
  | {
      readonly kind: "digest";
      readonly to: string;
      readonly digest: Digest;
      /** The URL that ends the subscription: a page with a button, or one click in the email client (RFC 8058). */
      readonly unsubscribe: string;
    };

export function renderNewsletterConfirmation(
  { link, seconds }: Extract<NewsletterEmail, { kind: "newsletter_confirm" }>,
  site: EmailSite,
): RenderedEmail {
  return composeEmail({
    subject: `Confirm your subscription to the ${site.name} newsletter`,
    site,
    blocks: [
      textBlock(
        `Thanks for subscribing to the ${site.name} newsletter: the best posts and articles, once a week. Please confirm your subscription.`,
      ),
      buttonBlock(link, "Confirm subscription"),
      noteBlock(`This link expires in ${formatCount(Math.round(seconds / 86_400), "day")}.`),
      lastNoteBlock(
        "If you didn't subscribe, you can safely ignore this email. We won't send you anything else and will delete your address.",
      ),
    ],
  });
}

export function renderDigest(
  { digest, unsubscribe }: Extract<NewsletterEmail, { kind: "digest" }>,
  site: EmailSite,
): RenderedEmail {
  const { posts, articles, week } = digest;
  const reason = `You're receiving this weekly newsletter because you subscribed to it on ${site.name}.`;
  const label = "Unsubscribe";
  return composeEmail({
    subject: `This week on ${site.name}: ${getLeadTitle(digest)}`,
    site,
    width: 560,
    blocks: [
      textBlock(`Highlights from ${formatWeekBefore(week)}`, `color:${EMAIL_COLORS.muted}`),
      ...renderList(
        "From the forum",
        posts.map((post) => ({
          url: `${site.publicUrl}/forum/${post.id}`,
          title: cleanTitle(post.title),
          description: describePost(post),
        })),
      ),
      ...renderList(
        "In the news",
        articles.map((article) => ({
          url: `${site.publicUrl}/news/${article.id}`,
          title: cleanTitle(article.title),
          description: describeArticle(article),
        })),
      ),
      { html: paragraph(buttonLink(site.publicUrl, `Open ${site.name}`), "margin:24px 0 0") },
    ],
    footer: {
      text: `${reason}\n\n${label}: ${unsubscribe}`,
      html: paragraph(`${escapeHtml(reason)} ${anchor(unsubscribe, label, FAINT_STYLE)}`, "margin:0 0 8px"),
    },
  });
}

function getLeadTitle({ posts, articles }: Digest): string {
  const title = cleanTitle(posts[0]?.title ?? articles[0]?.title ?? "");
  const characters = [...title];
  return characters.length > 60
    ? `${characters
        .slice(0, 59)
        .join("")
        .replace(/(?<![\s.,:;!?])[\s.,:;!?]+$/, "")}…`
    : title;
}

/** Removes line breaks from a title, because they could fake another entry in plain text, and removes URLs. */
const cleanTitle = (title: string) => removeUrls(title.replace(/\s+/g, " ").trim());

const describePost = ({ category, author, score, commentCount }: DigestPost) =>
  `${CATEGORY_LABELS[category]} · ${author} · ${formatCount(score, "point")} · ${formatCount(commentCount, "comment")}`;

const describeArticle = ({ category, source }: DigestArticle) =>
  `${NEWS_CATEGORY_LABELS[category]} · ${source}`;

const LONG_DATE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
const DAY_MS = 86_400_000;

/** Formats the week that an issue covers: "November 16 – 22, 2026" for the issue of November 23. */
function formatWeekBefore(day: string): string {
  const end = Date.parse(`${day}T00:00:00Z`);
  return LONG_DATE.formatRange(end - 7 * DAY_MS, end - DAY_MS);
}

interface Entry {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

function renderList(heading: string, entries: readonly Entry[]): readonly EmailBlock[] {
  if (entries.length === 0) return [];
  return [
    {
      text: `${heading}\n${"-".repeat(heading.length)}`,
      html: `<h2 style="margin:24px 0 12px;font-size:17px">${escapeHtml(heading)}</h2>`,
    },
    ...entries.map(({ url, title, description }) => ({
      text: `${title}\n${description}\n${url}`,
      html: paragraph(
        `${anchor(url, title, `color:${EMAIL_COLORS.accent};font-weight:600;text-decoration:none`)}<br>` +
          `<span style="color:${EMAIL_COLORS.muted};font-size:14px">${escapeHtml(description)}</span>`,
        "margin:0 0 14px;overflow-wrap:break-word",
      ),
    })),
  ];
}
