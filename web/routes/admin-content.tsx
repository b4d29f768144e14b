import { data, Link, redirect } from "react-router";
import { ERRORS } from "#core/errors.ts";
import type { ActAnswer } from "#web/admin/answer-act.ts";
import { answerContent } from "#web/admin/content/answer-content.ts";
import { CONTENT_KINDS, contentHref, thingPath } from "#web/admin/content/content-address.ts";
import { PostRow } from "#web/admin/content/post-row.tsx";
import { ArticleForm, CommentForm } from "#web/admin/content/thing-forms.tsx";
import { SourceForm } from "#web/admin/sources/source-form.tsx";
import { operation, type Refusal } from "#web/operation.ts";
import { sendSettings } from "#web/settings/send-settings.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/admin-content";

const TITLES = {
  posts: "Moderate post",
  comments: "Edit comment",
  articles: "Edit article",
  sources: "Source",
};
const titleOf = (kind: string) => TITLES[kind as keyof typeof TITLES] ?? "Content";

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, { title: titleOf(params.kind), path: "/admin", index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** One comment, article or source, for its form; a source that is to be added is "new". */
export function loader({ context, url, params: { kind, thingId } }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, async ({ admin: { content } }, viewer) => {
      switch (kind) {
        case "posts":
          return { kind, post: await content.readPost(viewer, thingId) } as const;
        case "comments":
          return { kind, comment: await content.readComment(viewer, thingId) } as const;
        case "articles":
          return { kind, article: await content.readArticle(viewer, thingId) } as const;
        case "sources": {
          const sources = await content.listSources(viewer);
          const source = sources.find(({ id }) => id === thingId) ?? null;
          if (source === null && thingId !== "new") throw notFound("source_not_found");
          return { kind, source } as const;
        }
        default:
          throw new Response(null, { status: 404 });
      }
    }),
  );
}

function notFound(code: "source_not_found") {
  const { status, ...words } = ERRORS[code];
  return data({ code, ...words, fields: {} } satisfies Refusal, { status });
}

export function action({ request, context, params: { kind, thingId } }: Route.ActionArgs) {
  const to = kind === "posts" ? thingPath(kind, thingId) : contentHref(kind as "sources");
  return answerContent(context, request, to);
}

export async function clientAction(args: Route.ClientActionArgs) {
  const answer = await sendSettings(args);
  // A post's page goes on with the next act, the forms of the others are done.
  const { kind } = args.params;
  if (kind !== "posts" && "ok" in answer && answer.ok) throw redirect(contentHref(kind as "sources"));
  return answer;
}

export default function AdminContent({ loaderData, actionData, params: { thingId } }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const { kind } = loaderData;
  const answer = actionData && "intent" in actionData ? (actionData as unknown as ActAnswer) : undefined;
  const forms = { action: thingPath(kind, thingId), answer };
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-5">
      <Link
        to={contentHref(kind)}
        className="flex items-center gap-2 justify-self-start text-sm text-muted hover:text-text"
      >
        <Icon name="arrow-left" size={16} />
        {CONTENT_KINDS.find(({ value }) => value === kind)?.label}
      </Link>
      <h1 className="text-xl sm:text-2xl">
        {kind === "sources" ? (loaderData.source ? "Edit source" : "Add source") : titleOf(kind)}
      </h1>
      {loaderData.kind === "posts" ? (
        <ul className="rounded-lg border border-line bg-surface">
          <PostRow post={loaderData.post} {...forms} />
        </ul>
      ) : (
        <div className="rounded-lg border border-line bg-surface p-4 sm:p-6">
          {loaderData.kind === "comments" ? (
            <CommentForm comment={loaderData.comment} {...forms} />
          ) : loaderData.kind === "articles" ? (
            <ArticleForm article={loaderData.article} {...forms} />
          ) : (
            <SourceForm source={loaderData.source} {...forms} />
          )}
        </div>
      )}
    </div>
  );
}
