import { type FocusEventHandler, type ReactNode, Suspense, useState } from "react";
import { formatCount } from "#core/format-count.ts";
import { type Allowance, describeNearLimits } from "#core/forum/allowance.ts";
import { CATEGORY_LABELS } from "#core/forum/categories.ts";
import { estimateMarkup } from "#core/forum/estimate-markup.ts";
import type { SimilarPost } from "#core/forum/types.ts";
import { useOptionalSite } from "#web/page/site-data.ts";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { toOptions } from "#web/ui/options.ts";
import { ContentField, type ContentView } from "./content-field.tsx";
import type { EditorResult, PostValues } from "./post-form.ts";
import { TagsField } from "./tags-field.tsx";
import type { PostFormState } from "./use-post-form.ts";

const CurrentText = lazyComponent(() => import("./current-text.tsx"));

interface PostFormCardProps {
  readonly heading: string;
  readonly action: string;
  readonly form: PostFormState;
  readonly initialValues: PostValues;
  readonly result: EditorResult | undefined;
  /** The IDs to send without JavaScript. */
  readonly ids: { readonly draftId: string; readonly requestId: string };
  readonly onSend: () => void;
  /** Null for administrators, and when limits are off. */
  readonly allowance: Allowance | null;
  readonly onBlur?: FocusEventHandler;
  readonly notice?: ReactNode;
  readonly similarPosts?: { readonly id: string; readonly posts: readonly SimilarPost[] };
  readonly footer: ReactNode;
  readonly aside?: ReactNode;
}

export function PostFormCard(props: PostFormCardProps) {
  const { heading, action, form, initialValues, result, ids, similarPosts, aside } = props;
  const returnedForm = result && !result.ok ? result : undefined;
  const [view, setView] = useState<ContentView>(returnedForm?.previewHtml != null ? "preview" : "write");

  return (
    <div
      className={classNames(
        "grid grid-cols-1 gap-5",
        Boolean(aside) && view !== "both" && "lg:grid-cols-[minmax(0,1fr)_18rem]",
      )}
    >
      <section
        aria-labelledby="editor-title"
        className="min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-6"
      >
        <h2 id="editor-title" className="mb-5 text-xl">
          {heading}
        </h2>
        {props.notice}
        {form.alert ? (
          <div role="alert" className="mb-5 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger">
            <p className="font-semibold">{form.alert.title}</p>
            <p>{form.alert.description}</p>
          </div>
        ) : null}
        <form
          ref={form.element}
          method="post"
          action={action}
          noValidate
          onInput={form.onInput}
          onBlur={props.onBlur}
          onSubmit={(event) => {
            event.preventDefault();
            props.onSend();
          }}
          className="grid grid-cols-1 gap-5"
        >
          {/* Enter in a field presses this first button. It adds the typed tag; with JavaScript, it does nothing. */}
          <button
            type="submit"
            name="intent"
            value="add-tag"
            tabIndex={-1}
            aria-hidden
            className="sr-only"
            onClick={(event) => event.preventDefault()}
          />
          <input type="hidden" name="draftId" value={ids.draftId} />
          <input type="hidden" name="requestId" value={ids.requestId} />
          {initialValues.version ? <input type="hidden" name="version" value={form.values.version} /> : null}
          {initialValues.articleId ? (
            <input type="hidden" name="articleId" value={initialValues.articleId} />
          ) : null}
          <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_15rem]">
            <TextField
              label="Title"
              name="title"
              defaultValue={initialValues.title}
              autoComplete="off"
              placeholder="What is your post about?"
              aria-required
              error={form.fieldErrors.title}
              hint={
                similarPosts ? (
                  similarPosts.posts.length > 0 ? (
                    <a href={`#${similarPosts.id}`} className="text-accent underline underline-offset-2">
                      {similarPosts.posts.length === 1
                        ? "A similar post already exists."
                        : `${similarPosts.posts.length} similar posts already exist.`}
                    </a>
                  ) : (
                    "Summarize your post in one line."
                  )
                ) : undefined
              }
            />
            <SelectField
              label="Category"
              name="category"
              defaultValue={initialValues.category}
              aria-required
              error={form.fieldErrors.category}
              options={[{ value: "", label: "Select a category" }, ...toOptions(CATEGORY_LABELS)]}
            />
          </div>
          <ContentField
            content={form.values.content}
            initialContent={initialValues.content}
            error={form.fieldErrors.content}
            view={view}
            onViewChange={setView}
            initialPreview={returnedForm?.previewHtml ?? null}
            note={
              form.fieldErrors.content ? null : (
                <MarkupLimitNote allowance={props.allowance} content={form.values.content} />
              )
            }
          />
          <TagsField
            tags={form.values.tags}
            newTag={form.values.newTag}
            initialNewTag={initialValues.newTag}
            error={form.fieldErrors.tags}
            onAdd={form.addTag}
            onRemove={form.removeTag}
          />
          {form.conflict === undefined ? null : (
            <Suspense>
              <CurrentText text={form.conflict.text} />
            </Suspense>
          )}
          {props.footer}
        </form>
      </section>
      {aside ? (
        <aside className={view === "both" ? "grid gap-5 md:grid-cols-2" : "grid content-start gap-5"}>
          {aside}
        </aside>
      ) : null}
    </div>
  );
}

/** Shown only while the content is close to or over a limit of its author's trust level. */
function MarkupLimitNote({ allowance, content }: { allowance: Allowance | null; content: string }) {
  const site = useOptionalSite();
  if (!allowance || !site) return null;
  const message = describeNearLimits(allowance, estimateMarkup(content, site.publicUrl));
  if (message === null) return null;
  return (
    <p role="status" className="mt-1 text-sm text-muted">
      {message} {allowance.whenLifted}
    </p>
  );
}

/** Warns, before the form is sent, that the daily limit is reached or that this is the last post it allows for now. */
export function DailyLimitNote({ allowance }: { allowance: Allowance | null }) {
  const postAllowance = allowance?.posts;
  if (!allowance || !postAllowance || postAllowance.remaining > 1) return null;
  const { plural: limitedMembers, whenLifted } = allowance;
  return (
    <p className="mb-5 rounded-md bg-hover px-4 py-3 text-sm text-muted">
      {postAllowance.wait === null
        ? `${limitedMembers} can publish up to ${formatCount(postAllowance.limit, "post")} in 24 hours. This is your last one for now.`
        : `${limitedMembers} can publish up to ${formatCount(postAllowance.limit, "post")} in 24 hours. You can publish your next one in ${postAllowance.wait}. Until then, we save what you write as a draft.`}{" "}
      {whenLifted}
    </p>
  );
}
