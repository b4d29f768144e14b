import { CATEGORY_LABELS } from "#core/forum/categories.ts";
import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import type { Digest, DigestPost, DigestStory } from "#core/newsletter/types.ts";
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
  withoutAddresses,
} from "./letter-frame.ts";

/** What the newsletter writes. Links are whole. */
export type NewsletterLetter =
  | {
      readonly kind: "newsletter_confirm";
      readonly to: string;
      readonly link: string;
      readonly seconds: number;
      /** Forgets the address at once. */
      readonly unsubscribe: string;
    }
  | {
      readonly kind: "digest";
      readonly to: string;
      readonly digest: Digest;
      /** Ends the subscription: by a page with a button, or by one click of the mail program (RFC 8058). */
      readonly unsubscribe: string;
    };

export function writeNewsletterLetter(letter: NewsletterLetter, site: MailSite): WrittenLetter {
  return letter.kind === "digest" ? writeDigest(letter, site) : writeConfirmation(letter, site);
}

function writeConfirmation(
  { link, seconds }: Extract<NewsletterLetter, { kind: "newsletter_confirm" }>,
  site: MailSite,
): WrittenLetter {
  const subject = `Confirm your subscription to ${site.name}`;
  const sentence = `Somebody, most likely you, subscribed this address to the weekly letter of ${site.name}: the best posts and stories, once a week. Confirm that you want it.`;
  const button = "Confirm the subscription";
  const until = `The link is good for ${Math.round(seconds / 86_400)} days.`;
  const otherwise = "If this was not you, ignore this mail: nothing is sent, and the address is forgotten.";
  return {
    subject,
    text: [sentence, `${button}:\n${link}`, until, otherwise, signLetter(site)].join("\n\n"),
    html: frameLetter({
      subject,
      site,
      width: 480,
      body: [
        paragraph(escapeHtml(sentence)),
        paragraph(buttonLink(link, button)),
        paragraph(escapeHtml(until), `color:${LETTER_COLORS.muted};font-size:14px`),
        paragraph(escapeHtml(otherwise), `margin:0;color:${LETTER_COLORS.muted};font-size:14px`),
      ].join(""),
    }),
  };
}

function writeDigest(
  { digest, unsubscribe }: Extract<NewsletterLetter, { kind: "digest" }>,
  site: MailSite,
): WrittenLetter {
  const { posts, stories, week } = digest;
  const subject = `The week at ${site.name}: ${leadOf(digest)}`;
  const lead = `The best of the seven days before ${dayOf(week)}.`;
  const why = `You get this letter once a week because you subscribed to it at ${site.name}.`;
  const end = "Unsubscribe";
  const postsAt = (id: string) => `${site.publicUrl}/forum/${id}`;
  const storiesAt = (id: string) => `${site.publicUrl}/news/${id}`;
  const section = (title: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [`${title}\n${"-".repeat(title.length)}`, ...entries];
  return {
    subject,
    text: [
      lead,
      ...section(
        POSTS_TITLE,
        posts.map((post) => `${oneLine(post.title)}\n${postWords(post)}\n${postsAt(post.id)}`),
      ),
      ...section(
        STORIES_TITLE,
        stories.map((story) => `${oneLine(story.title)}\n${storyWords(story)}\n${storiesAt(story.id)}`),
      ),
      why,
      `${end}: ${unsubscribe}`,
      signLetter(site),
    ].join("\n\n"),
    html: frameLetter({
      subject,
      site,
      width: 560,
      body: [
        paragraph(escapeHtml(lead), `color:${LETTER_COLORS.muted}`),
        listOf(
          POSTS_TITLE,
          posts.map((post) => ({ to: postsAt(post.id), title: post.title, words: postWords(post) })),
        ),
        listOf(
          STORIES_TITLE,
          stories.map((story) => ({ to: storiesAt(story.id), title: story.title, words: storyWords(story) })),
        ),
        paragraph(buttonLink(site.publicUrl, `Open ${site.name}`), "margin:24px 0 0"),
      ].join(""),
      footer: paragraph(
        `${escapeHtml(why)} ${anchor(unsubscribe, end, `color:${LETTER_COLORS.faint}`)}`,
        "margin:0 0 8px",
      ),
    }),
  };
}

const POSTS_TITLE = "From the forum";
const STORIES_TITLE = "In the news";

/** The best title, cut where a mail program would. */
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

/** A title has no line breaks, but a mail's text is built of them: nothing may look like another entry. */
const oneLine = (title: string) => withoutAddresses(title.replace(/\s+/g, " ").trim());

const postWords = ({ category, author, score, commentCount }: DigestPost) =>
  `${CATEGORY_LABELS[category]} · ${author} · ${counted(score, "point")} · ${counted(commentCount, "comment")}`;

const storyWords = ({ category, source }: DigestStory) => `${NEWS_CATEGORY_LABELS[category]} · ${source}`;

const counted = (count: number, thing: string) =>
  `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;

const dayOf = (week: string) =>
  new Date(`${week}T00:00:00Z`).toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" });

function listOf(
  title: string,
  entries: readonly { readonly to: string; readonly title: string; readonly words: string }[],
): string {
  if (entries.length === 0) return "";
  return [
    `<h2 style="margin:24px 0 12px;font-size:17px">${escapeHtml(title)}</h2>`,
    ...entries.map(({ to, title: name, words }) =>
      paragraph(
        `${anchor(to, oneLine(name), `color:${LETTER_COLORS.accent};font-weight:600;text-decoration:none`)}<br>` +
          `<span style="color:${LETTER_COLORS.muted};font-size:14px">${escapeHtml(words)}</span>`,
        "margin:0 0 14px;overflow-wrap:break-word",
      ),
    ),
  ].join("");
}
