import { useState } from "react";
import { AppError } from "#core/errors.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { useForm } from "#web/forms/use-form.ts";
import { EditEditor } from "#web/forum/editor/edit-editor.tsx";
import { answerEditor, FORM_BUTTON_HANDLERS, sendPost } from "#web/forum/editor/form-responses.ts";
import { addPendingTag, EMPTY_VALUES, type PostValues, parsePostForm } from "#web/forum/editor/post-form.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { useSite } from "#web/page/site-data.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { Breadcrumb } from "#web/shell/breadcrumb.tsx";
import { buttonClasses } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import type { Route } from "./+types/edit-post";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Edit post", path: location.pathname, isListed: false });

export function loader({ context, params, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ forum }, viewer) => {
    const [post, allowance] = await Promise.all([
      forum.getPost(viewer, params.postId),
      forum.readAllowance(viewer),
    ]);
    if (!post.canEdit) throw new AppError("not_author");
    const { title, content, category, tags, version } = post;
    const values: PostValues = {
      ...EMPTY_VALUES,
      title,
      content,
      category,
      tags,
      version,
      requestId: params.postId,
    };
    return { values, allowance };
  });
}

export function action(args: Route.ActionArgs) {
  const { postId } = args.params;
  return handleIntent(args, {
    ...FORM_BUTTON_HANDLERS,
    delete: (submission) =>
      answerEditor(submission, parsePostForm(submission.form), {
        run: ({ forum }, viewer) => forum.deletePost(viewer, postId),
        notice: "post-deleted",
        to: () => "/forum",
      }),
    post: (submission) => {
      const values = parsePostForm(submission.form);
      return answerEditor(submission, values, {
        run: ({ forum }, viewer) => forum.editPost(viewer, { ...addPendingTag(values), id: postId }),
        notice: "post-edited",
        to: () => `/forum/${postId}`,
      });
    },
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendPost(request, serverAction);
}

export default function EditPost({ loaderData, actionData, params }: Route.ComponentProps) {
  const site = useSite();
  const result = actionData && !actionData.ok ? actionData : undefined;
  const publishedValues = loaderData?.values ?? result?.values;
  if (!publishedValues) return <GuardLoading />;

  const { postId } = params;
  const action = `/forum/${postId}/edit`;
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <Breadcrumb
        items={[
          { label: "Home", to: "/" },
          { label: "Forum", to: "/forum" },
          { label: publishedValues.title, to: `/forum/${postId}` },
          { label: "Edit" },
        ]}
      />
      <h1 className="sr-only">Edit post</h1>
      <EditEditor
        key={postId}
        postId={postId}
        action={action}
        initialValues={result?.values ?? publishedValues}
        publishedValues={publishedValues}
        memberId={site.viewer?.id ?? null}
        result={result}
        allowance={loaderData?.allowance ?? null}
      />
      <DeletePost action={action} title={publishedValues.title} />
    </div>
  );
}

const CONSEQUENCE = "and its comments will no longer be visible, and links to the post will stop working.";

/** Deletes a post after confirmation in a dialog or, without JavaScript, in a <details> with the submit button. */
function DeletePost({ action, title }: { action: string; title: string }) {
  const { busy, send } = useForm({ action, key: "delete-post" });
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <details>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is interactive on its own */}
        <summary
          className={buttonClasses({ variant: "danger" }, "list-none [&::-webkit-details-marker]:hidden")}
          onClick={(event) => {
            event.preventDefault();
            setConfirming(true);
          }}
        >
          Delete post
        </summary>
        <form method="post" action={action} className="mt-3 grid max-w-md gap-3 text-sm">
          <p className="text-muted">The post {CONSEQUENCE}</p>
          <button
            type="submit"
            name="intent"
            value="delete"
            className={buttonClasses({ variant: "danger" }, "justify-self-start")}
          >
            Delete post
          </button>
        </form>
      </details>
      <ConfirmDialog
        open={isConfirming}
        title="Delete this post?"
        description={`“${title}” ${CONSEQUENCE}`}
        onCancel={() => setConfirming(false)}
        onConfirm={() => void send({ intent: "delete" })}
        busy={busy}
      />
    </>
  );
}
