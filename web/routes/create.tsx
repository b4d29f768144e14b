import { useState } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { answerFormButton, finish, refuse } from "#web/forum/editor/answer-editor.ts";
import { CreateEditor } from "#web/forum/editor/create-editor.tsx";
import { loadEditor } from "#web/forum/editor/load-editor.ts";
import { NO_VALUES, readPostForm, withTypedTag } from "#web/forum/editor/post-form.ts";
import { sendPost } from "#web/forum/editor/send-post.ts";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import type { Route } from "./+types/create";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Create post", path: "/create", index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, () => loadEditor(context, url.searchParams.get("draft")));
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  const values = readPostForm(form);
  const changed = await answerFormButton(context, form, values);
  if (changed) return changed;

  if (form.get("intent") === "save-draft") {
    const saved = await attempt(context, (app, viewer) => app.forum.saveDraft(viewer, values));
    if (!saved.ok) return refuse(values, saved);
    return finish(request, "draft-saved", `/create?draft=${saved.value.id}`);
  }
  const posted = await attempt(context, (app, viewer) => app.forum.createPost(viewer, withTypedTag(values)));
  return posted.ok ? finish(request, "post-created", "/forum", posted.value.id) : refuse(values, posted);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendPost(request, serverAction);
}

export default function CreatePost({ loaderData, actionData }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  const answer = actionData && !actionData.ok ? actionData : undefined;
  const memberId = site.viewer?.id ?? null;
  const page = useWriting(loaderData, memberId);
  if (!page && !answer) return <GuardLoading />;

  const start = answer?.values ?? page?.values ?? NO_VALUES;
  return (
    <>
      <div className="mb-6 max-w-2xl">
        <h1 className="text-2xl">Share Your Knowledge</h1>
        <p className="mt-2 text-muted">
          Create engaging content for the crypto, AI, and quantum tech community. Ask questions, share
          insights, or start meaningful discussions.
        </p>
      </div>
      <CreateEditor
        key={start.requestId}
        start={start}
        savedAt={page?.draft?.savedAt ?? null}
        memberId={memberId}
        answer={answer}
        drafts={loaderData?.drafts ?? []}
        allowance={loaderData?.allowance ?? null}
      />
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

/**
 * The values the editor starts with. Revalidation (after deleting a draft or refreshing the session) must not
 * reset the editor; another address or member must.
 */
function useWriting(loaded: Loaded, memberId: string | null): Loaded {
  const { key } = useLocation();
  const [writing, setWriting] = useState({ key, memberId, loaded });
  const isOther = writing.key !== key || (memberId !== null && memberId !== writing.memberId);
  if (!isOther) return writing.loaded;
  setWriting({ key, memberId, loaded });
  return loaded;
}
