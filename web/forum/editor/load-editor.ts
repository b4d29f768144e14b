import { redirect } from "react-router";
import { isPostCategory } from "#core/forum/categories.ts";
import type { Draft } from "#core/forum/types.ts";
import { attempt, operation } from "#web/operation.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import type { RequestContext } from "#web/server-context.ts";
import type { DraftSummary } from "./draft-list.tsx";
import { EMPTY_VALUES, type PostValues } from "./post-form.ts";

/**
 * Loads what /create shows: a draft, a new post about an article, or an empty form, in which a category may be
 * selected. Redirects if the draft doesn't exist or the article already has a discussion.
 */
export async function loadEditor(context: RequestContext, query: URLSearchParams) {
  const draftId = query.get("draft");
  const articleId = query.get("article");
  const category = query.get("category");
  const [drafts, allowance, discussion] = await operation(context, ({ forum, news }, viewer) =>
    Promise.all([
      forum.listDrafts(viewer),
      forum.readAllowance(viewer),
      articleId === null ? null : news.prepareDiscussion(viewer, articleId),
    ]),
  );
  const wantedDraftId = draftId ?? discussion?.draftId;
  const draft = drafts.find(({ id }) => id === wantedDraftId);
  if (draftId !== null && !draft) {
    throw redirect("/create", { headers: { "Set-Cookie": createNoticeCookie("draft_not_found") } });
  }
  if (draftId === null && discussion?.postId) throw redirect(`/forum/${discussion.postId}`);
  return {
    draft: draft ? { id: draft.id, savedAt: draft.updatedAt } : null,
    values: draft
      ? toPostValues(draft, await findArticleId(context, draft))
      : discussion
        ? {
            ...EMPTY_VALUES,
            ...discussion.post,
            requestId: discussion.draftId,
            articleId: discussion.articleId,
          }
        : {
            ...EMPTY_VALUES,
            category: isPostCategory(category) ? category : "",
            requestId: crypto.randomUUID(),
          },
    drafts: drafts.map(summarizeDraft),
    allowance,
  };
}

const ARTICLE_LINK = /\/news\/([\da-f-]{36})\)/;

/**
 * Returns the ID of the article that a draft was started from; "" if there is none, or the article already has a
 * discussion. The draft must link to the article and be the member's draft for it.
 */
async function findArticleId(context: RequestContext, { id, content }: Draft): Promise<string> {
  const [, linkedArticleId] = ARTICLE_LINK.exec(content) ?? [];
  if (linkedArticleId === undefined) return "";
  const result = await attempt(context, (app, viewer) => app.news.prepareDiscussion(viewer, linkedArticleId));
  if (!result.ok || result.value.draftId !== id || result.value.postId !== null) return "";
  return linkedArticleId;
}

/** Uses the draft's ID as the request ID, so that publishing a draft twice creates one post. */
function toPostValues({ id, title, content, category, tags }: Draft, articleId: string): PostValues {
  return { ...EMPTY_VALUES, title, content, category, tags, draftId: id, requestId: id, articleId };
}

function summarizeDraft({ id, title, content, updatedAt }: Draft): DraftSummary {
  // Images don't count as words.
  const words = content
    .replace(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  return { id, title, wordCount: words.length, updatedAt };
}
