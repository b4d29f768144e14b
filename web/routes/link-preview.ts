import { formatCount } from "#core/format-count.ts";
import { type LinkPreview, parseLinkTarget } from "#core/forum/link-target.ts";
import type { App } from "#server/app.ts";
import { attempt } from "#web/operation.ts";
import type { Route } from "./+types/link-preview";

/**
 * Responds with the preview of a link within the site. Each request reads the target with a visitor's permissions, so
 * that the preview never shows deleted or hidden content (decision 066).
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const result = await attempt(context, (app) => readPreview(app, url.searchParams.get("to") ?? ""));
  const preview = result.ok ? result.value : null;
  const headers = { "Cache-Control": "no-store" };
  return preview
    ? Response.json(preview, { headers })
    : Response.json(null, { status: result.ok ? 404 : result.status, headers });
}

async function readPreview({ forum, news }: App, path: string): Promise<LinkPreview | null> {
  const target = parseLinkTarget(path);
  if (target?.kind === "forum") {
    const { title, excerpt, author, commentCount } = await forum.getPost(null, target.id);
    return { title, excerpt, note: `${author.username} · ${formatCount(commentCount, "comment")}` };
  }
  if (target?.kind === "news") {
    const { title, excerpt, source } = (await news.readArticle(target.id)).article;
    return { title, excerpt, note: source };
  }
  const member = target && (await forum.readMember(null, target.id));
  return (
    member && {
      title: member.username,
      excerpt: member.bio,
      note: `${member.karma.toLocaleString("en")} karma`,
    }
  );
}
