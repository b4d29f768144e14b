import { Suspense } from "react";
import { COMMENT_MAX } from "#core/forum/limits.ts";
import type { ModeratedComment } from "#core/forum/moderation.ts";
import type { EditableArticle } from "#core/news/admin-articles.ts";
import { NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { FETCH_INTERVAL_MAX, SOURCE_NAME_MAX } from "#core/news/limits.ts";
import type { NewsSource } from "#core/news/types.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { lazyComponent } from "#web/router/lazy-component.tsx";
import { SelectField, TextAreaField, TextField } from "#web/ui/field.tsx";
import { toOptions } from "#web/ui/options.ts";
import { AdminForm } from "../admin-form.tsx";
import { ReasonField } from "../users/reason-field.tsx";
import { ActionButton } from "./content-row.tsx";

// Loaded only after an edit conflict.
const CurrentText = lazyComponent(() => import("#web/forum/editor/current-text.tsx"));

export function CommentForm({ comment }: { comment: ModeratedComment }) {
  return (
    <AdminForm intent={`edit-comment:${comment.id}`}>
      {({ conflict }) => (
        <>
          <p className="text-sm text-muted">
            By <bdi>{comment.author.username}</bdi>, <RelativeTime time={comment.createdAt} format="detail" />
            , on “<bdi>{comment.post.title}</bdi>”. Readers will see that it was edited.
          </p>
          <TextAreaField
            label="Comment"
            name="content"
            rows={6}
            maxLength={COMMENT_MAX * 2}
            defaultValue={comment.content}
          />
          <input type="hidden" name="version" value={conflict?.version ?? comment.version} />
          {conflict ? (
            <Suspense>
              <CurrentText text={conflict.text} />
            </Suspense>
          ) : null}
          <ReasonField isShared />
          <SubmitButton label="Save" busyLabel="Saving..." variant="primary" />
        </>
      )}
    </AdminForm>
  );
}

export function ArticleForm({ article }: { article: EditableArticle }) {
  const { id, title } = article;
  return (
    <div className="grid grid-cols-1 gap-6">
      <AdminForm intent={`edit-article:${id}`}>
        <p className="text-sm text-muted">
          From <bdi>{article.source}</bdi>.{" "}
          {article.editedAt ? (
            <>
              Edited here <RelativeTime time={article.editedAt} format="detail" />. Its feed no longer updates
              these fields.
            </>
          ) : (
            "Once you edit this article, its feed will no longer update these fields."
          )}
        </p>
        <TextField label="Title" name="title" defaultValue={title} />
        <TextAreaField
          label="Excerpt"
          name="excerpt"
          rows={3}
          defaultValue={article.excerpt}
          hint="At most 160 characters, shown on cards and in search results."
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <NewsCategoryField defaultValue={article.category} />
          <TextField
            label="Tags"
            name="tags"
            defaultValue={article.tags.join(", ")}
            hint="At most four, separated by commas."
          />
        </div>
        <ReasonField />
        <SubmitButton label="Save" busyLabel="Saving..." variant="primary" />
      </AdminForm>
      <section className="grid grid-cols-1 gap-3 border-t border-line pt-5">
        <h2 className="text-lg">Flash news</h2>
        <p className="text-sm text-muted">
          {article.flashOverride === null
            ? article.isFlash
              ? "This is flash news because it's recent and either covered by several sources or among the newest in its category."
              : "This isn't flash news because it isn't recent, or because it's neither the first article about a story from several sources nor one of the newest other articles in its category."
            : `An administrator decided that this ${article.isFlash ? "is" : "isn't"} flash news.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <ActionButton
            intent={`${article.isFlash ? "unflash" : "flash"}:${id}`}
            label={article.isFlash ? "Remove from flash news" : "Mark as flash news"}
            target={title}
            icon="zap"
            variant="secondary"
          />
          {article.flashOverride === null ? null : (
            <ActionButton
              intent={`flash-by-rule:${id}`}
              label="Reset to automatic"
              target={title}
              icon="reply"
              variant="secondary"
            />
          )}
        </div>
      </section>
    </div>
  );
}

/** Adds or edits a source. A new URL is fetched once before it's saved; the "Test" button fetches it at any time. */
export function SourceForm({ source }: { source: NewsSource | null }) {
  return (
    <AdminForm intent={source ? `edit-source:${source.id}` : "add-source"}>
      {({ output }) => (
        <>
          <TextField label="Name" name="name" maxLength={2 * SOURCE_NAME_MAX} defaultValue={source?.name} />
          <TextField
            label="Feed URL"
            name="url"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            defaultValue={source?.url}
            hint={`RSS, Atom, RDF or JSON Feed. ${source ? "If you change it, we" : "We"} fetch it once before saving.`}
          />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <NewsCategoryField defaultValue={source?.category ?? "crypto"} />
            <TextField
              label="Fetch interval (minutes)"
              name="intervalMinutes"
              inputMode="numeric"
              // Earlier versions accepted longer intervals, which have the same effect as the maximum.
              defaultValue={
                source?.intervalMinutes ? Math.min(source.intervalMinutes, FETCH_INTERVAL_MAX) : ""
              }
              hint="Leave empty for the default."
            />
          </div>
          <div role="status" className="empty:-mt-4">
            {output ? (
              <p className="rounded-md bg-accent-soft px-3 py-2 text-sm break-words">{output}</p>
            ) : null}
          </div>
          <div className="flex flex-wrap gap-2">
            <SubmitButton
              label={source ? "Save" : "Add source"}
              busyLabel={source ? "Saving..." : "Testing the feed..."}
              variant="primary"
            />
            <SubmitButton label="Test" name="test" value="yes" />
          </div>
        </>
      )}
    </AdminForm>
  );
}

function NewsCategoryField({ defaultValue }: { defaultValue: string }) {
  return (
    <SelectField
      label="Category"
      name="category"
      defaultValue={defaultValue}
      options={toOptions(NEWS_CATEGORY_LABELS)}
    />
  );
}
