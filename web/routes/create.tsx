import { useState } from "react";
import { useLocation } from "react-router";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { CreateEditor } from "#web/forum/editor/create-editor.tsx";
import {
  answerEditor,
  FORM_BUTTON_HANDLERS,
  publishDiscussion,
  sendPost,
} from "#web/forum/editor/form-responses.ts";
import { loadEditor } from "#web/forum/editor/load-editor.ts";
import { addPendingTag, EMPTY_VALUES, parsePostForm } from "#web/forum/editor/post-form.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { useSite } from "#web/page/site-data.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/create";

export const meta = unlistedMeta("Create post", "/create");

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, () => loadEditor(context, url.searchParams));
}

export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    ...FORM_BUTTON_HANDLERS,
    "save-draft": (submission) => {
      const values = parsePostForm(submission.form);
      return answerEditor(submission, values, {
        run: ({ forum }, viewer) => forum.saveDraft(viewer, values),
        notice: "draft-saved",
        to: ({ id }) => `/create?draft=${id}`,
      });
    },
    post: (submission) => {
      const values = parsePostForm(submission.form);
      if (values.articleId) return publishDiscussion(submission, addPendingTag(values));
      return answerEditor(submission, values, {
        run: ({ forum }, viewer) => forum.createPost(viewer, addPendingTag(values)),
        notice: "post-created",
        to: () => "/forum",
        getPostId: ({ id }) => id,
      });
    },
  });

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendPost(request, serverAction);
}

export default function CreatePost({ loaderData, actionData }: Route.ComponentProps) {
  const site = useSite();
  const result = actionData && !actionData.ok ? actionData : undefined;
  const memberId = site.viewer?.id ?? null;
  const page = useEditorData(loaderData, memberId);
  if (!page && !result) return <GuardLoading />;

  const initialValues = result?.values ?? page?.values ?? EMPTY_VALUES;
  return (
    <>
      <div className="mb-6 max-w-2xl">
        <h1 className="text-xl sm:text-2xl">Share Your Knowledge</h1>
        <p className="mt-2 text-muted">
          Create engaging content for the crypto, AI, and quantum tech community. Ask questions, share
          insights, or start meaningful discussions.
        </p>
      </div>
      <CreateEditor
        key={initialValues.requestId}
        initialValues={initialValues}
        savedAt={page?.draft?.savedAt ?? null}
        memberId={memberId}
        result={result}
        drafts={loaderData?.drafts ?? []}
        allowance={loaderData?.allowance ?? null}
      />
    </>
  );
}

type EditorData = Route.ComponentProps["loaderData"];

/**
 * The data that the editor starts with. Navigation, or signing in as another member, resets the editor. Revalidation
 * must not, for example after a draft was deleted or the session was refreshed.
 */
function useEditorData(loaderData: EditorData, memberId: string | null): EditorData {
  const { key } = useLocation();
  const [state, setState] = useState({ key, memberId, loaderData });
  const isOutdated = state.key !== key || (memberId !== null && memberId !== state.memberId);
  if (!isOutdated) return state.loaderData;
  setState({ key, memberId, loaderData });
  return loaderData;
}
