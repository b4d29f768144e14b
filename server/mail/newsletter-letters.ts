import { countOf } from "#core/count-of.ts";
import { CATEGORY_LABELS } from "#core/forum/categories.ts";
import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import type { Digest, DigestPost, DigestStory } from "#core/newsletter/types.ts";
import {
  anchor,
  button,
  buttonLink,
  composeLetter,
  escapeHtml,
  FAINT,
  LETTER_COLORS,
  lastRemark,
  type MailSite,
  type Piece,
  paragraph,
  remark,
  say,
  type WrittenLetter,
  withoutAddresses,
} from "./letter-frame.ts";

/** Emails of the newsletter. Links are absolute. */
export type NewsletterLetter =
  | {
      readonly kind: "newsletter_confirm";
      readonly to: string;
      readonly link: string;
      readonly seconds: number;
      /** Deletes the address at once. */
      readonly unsubscribe: string;
    }
  | {
      readonly kind: "digest";
      readonly to: string;
      readonly digest: Digest;
      /** Ends the subscription: a page with a button, or one click in the mail program (RFC 8058). */
      readonly unsubscribe: string;
    };

export function writeNewsletterLetter(letter: NewsletterLetter, site: MailSite): WrittenLetter {
  return letter.kind === "digest" ? writeDigest(letter, site) : writeConfirmation(letter, site);
}

function writeConfirmation(
  { link, seconds }: Extract<NewsletterLetter, { kind: "newsletter_confirm" }>,
  site: MailSite,
): WrittenLetter {
  return composeLetter({
    subject: `Confirm your subscription to ${site.name}`,
    site,
    pieces: [
      say(
        `Thanks for subscribing to the ${site.name} newsletter: the best posts and stories, once a week. Please confirm your subscription.`,
      ),
      button(link, "Confirm subscription"),
      remark(`This link expires in ${countOf(Math.round(seconds / 86_400), "day")}.`),
      lastRemark(
        "If you didn't subscribe, you can ignore this email. We won't send you anything else and will delete your address.",
      ),
    ],
  });
}

function writeDigest(
  { digest, unsubscribe }: Extract<NewsletterLetter, { kind: "digest" }>,
  site: MailSite,
): WrittenLetter {
  const { posts, stories, week } = digest;
  const reason = `You're receiving this weekly newsletter because you subscribed to it at ${site.name}.`;
  const label = "Unsubscribe";
  return composeLetter({
    subject: `This week at ${site.name}: ${leadOf(digest)}`,
    site,
    width: 560,
    pieces: [
      say(`Highlights from the seven days before ${dayOf(week)}.`, `color:${LETTER_COLORS.muted}`),
      ...listOf(
        "From the forum",
        posts.map((post) => ({
          to: `${site.publicUrl}/forum/${post.id}`,
          title: oneLine(post.title),
          words: postWords(post),
        })),
      ),
      ...listOf(
        "In the news",
        stories.map((story) => ({
          to: `${site.publicUrl}/news/${story.id}`,
          title: oneLine(story.title),
          words: storyWords(story),
        })),
      ),
      { html: paragraph(buttonLink(site.publicUrl, `Open ${site.name}`), "margin:24px 0 0") },
    ],
    footer: {
      text: `${reason}\n\n${label}: ${unsubscribe}`,
      html: paragraph(`${escapeHtml(reason)} ${anchor(unsubscribe, label, FAINT)}`, "margin:0 0 8px"),
    },
  });
}

/** The top title, shortened to fit a subject line. */
function leadOf({ posts, stories }: Digest): string {
  const title = oneLine(posts[0]?.title ?? stories[0]?.title ?? "");
  const characters = [...title];
  return characters.length > 60
    ? `${characters
        .slice(0, 59)
        .join("")
        .replace(/[\s.,:;!?]+$/, "")}…`
    : title;
}

/** In plain text a line break in a title could fake another entry. */
const oneLine = (title: string) => withoutAddresses(title.replace(/\s+/g, " ").trim());

const postWords = ({ category, author, score, commentCount }: DigestPost) =>
  `${CATEGORY_LABELS[category]} · ${author} · ${countOf(score, "point")} · ${countOf(commentCount, "comment")}`;

const storyWords = ({ category, source }: DigestStory) => `${NEWS_CATEGORY_LABELS[category]} · ${source}`;

const dayOf = (week: string) =>
  new Date(`${week}T00:00:00Z`).toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" });

interface Entry {
  readonly to: string;
  readonly title: string;
  readonly words: string;
}

function listOf(heading: string, entries: readonly Entry[]): readonly Piece[] {
  if (entries.length === 0) return [];
  return [
    {
      text: `${heading}\n${"-".repeat(heading.length)}`,
      html: `<h2 style="margin:24px 0 12px;font-size:17px">${escapeHtml(heading)}</h2>`,
    },
    ...entries.map(({ to, title, words }) => ({
      text: `${title}\n${words}\n${to}`,
      html: paragraph(
        `${anchor(to, title, `color:${LETTER_COLORS.accent};font-weight:600;text-decoration:none`)}<br>` +
          `<span style="color:${LETTER_COLORS.muted};font-size:14px">${escapeHtml(words)}</span>`,
        "margin:0 0 14px;overflow-wrap:break-word",
      ),
    })),
  ];
}
