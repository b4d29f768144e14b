import { data, useRouteLoaderData } from "react-router";
import { ERRORS } from "#core/errors.ts";
import { answerFormButton, finish, refuse } from "#web/forum/editor/answer-editor.ts";
import { DeletePost } from "#web/forum/editor/delete-post.tsx";
import { EditEditor } from "#web/forum/editor/edit-editor.tsx";
import { NO_VALUES, type PostValues, readPostForm, withTypedTag } from "#web/forum/editor/post-form.ts";
import { sendPost } from "#web/forum/editor/send-post.ts";
import { attempt, operation, type Refusal } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { Breadcrumb } from "#web/shell/breadcrumb.tsx";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import type { Route } from "./+types/edit-post";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Edit post", path: location.pathname, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ context, params, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async () => {
    const [post, allowance] = await operation(context, ({ forum }, viewer) =>
      Promise.all([forum.getPost(viewer, params.postId), forum.readAllowance(viewer)]),
    );
    if (!post.canEdit) {
      // Not an AppError: the pages' bundle has its own copy of that class, which the server doesn't recognize.
      const { status, ...words } = ERRORS.not_yours;
      throw data({ code: "not_yours", ...words, fields: {} } satisfies Refusal, { status });
    }
    const { title, content, category, tags } = post;
    const values: PostValues = {
      ...NO_VALUES,
      title,
      content,
      category,
      tags,
      requestId: params.postId,
    };
    return { values, allowance };
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { postId } = params;
  const form = getForm(context);
  const values = readPostForm(form);
  const changed = await answerFormButton(context, form, values);
  if (changed) return changed;

  if (form.get("intent") === "delete") {
    const deleted = await attempt(context, (app, viewer) => app.forum.deletePost(viewer, postId));
    return deleted.ok ? finish(request, "post-deleted", "/forum") : refuse(values, deleted);
  }
  const edited = await attempt(context, (app, viewer) =>
    app.forum.editPost(viewer, { ...withTypedTag(values), id: postId }),
  );
  return edited.ok ? finish(request, "post-edited", `/forum/${postId}`) : refuse(values, edited);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendPost(request, serverAction);
}

export default function EditPost({ loaderData, actionData, params }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  const answer = actionData && !actionData.ok ? actionData : undefined;
  const published = loaderData?.values ?? answer?.values;
  if (!published) return <GuardLoading />;

  const { postId } = params;
  const action = `/forum/${postId}/edit`;
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-5">
      <Breadcrumb
        steps={[
          { label: "Home", to: "/" },
          { label: "Forum", to: "/forum" },
          { label: published.title, to: `/forum/${postId}` },
          { label: "Edit" },
        ]}
      />
      <h1 className="sr-only">Edit post</h1>
      <EditEditor
        key={postId}
        postId={postId}
        action={action}
        start={answer?.values ?? published}
        published={published}
        memberId={site.viewer?.id ?? null}
        answer={answer}
        allowance={loaderData?.allowance ?? null}
      />
      <DeletePost action={action} title={published.title} />
    </div>
  );
}
