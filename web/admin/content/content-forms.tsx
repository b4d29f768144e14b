import { COMMENT_MAX } from "#core/forum/limits.ts";
import type { ModeratedComment } from "#core/forum/moderation.ts";
import type { EditableArticle } from "#core/news/admin-articles.ts";
import { NEWS_CATEGORIES, NEWS_CATEGORY_LABELS } from "#core/news/categories.ts";
import { Age } from "#web/forum/age.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import { AdminForm } from "../admin-form.tsx";
import { ReasonField } from "../users/reason-field.tsx";
import { ActionButton, type RowForms } from "./action-button.tsx";

export function CommentForm({ comment, ...forms }: RowForms & { comment: ModeratedComment }) {
  return (
    <AdminForm {...forms} intent={`edit-comment:${comment.id}`}>
      {({ busy, fields, typed }) => (
        <>
          <p className="text-sm text-muted">
            By {comment.author.username}, <Age time={comment.createdAt} form="detail" />, on “
            {comment.post.title}”. Readers will see that it was edited.
          </p>
          <TextAreaField
            label="Comment"
            name="content"
            rows={6}
            maxLength={COMMENT_MAX * 2}
            defaultValue={typed.content ?? comment.content}
            error={fields.content}
          />
          <ReasonField fields={fields} typed={typed} />
          <Button type="submit" look="primary" disabled={busy} className="justify-self-start">
            {busy ? "Saving..." : "Save"}
          </Button>
        </>
      )}
    </AdminForm>
  );
}

export function ArticleForm({ article, ...forms }: RowForms & { article: EditableArticle }) {
  const { id, title } = article;
  return (
    <div className="grid grid-cols-1 gap-6">
      <AdminForm {...forms} intent={`edit-article:${id}`}>
        {({ busy, fields, typed }) => (
          <>
            <p className="text-sm text-muted">
              From {article.source}.{" "}
              {article.editedAt ? (
                <>
                  Edited here <Age time={article.editedAt} form="detail" />, so its feed no longer updates it.
                </>
              ) : (
                "Once you edit it here, its feed no longer updates it."
              )}
            </p>
            <TextField label="Title" name="title" defaultValue={typed.title ?? title} error={fields.title} />
            <TextAreaField
              label="Excerpt"
              name="excerpt"
              rows={3}
              defaultValue={typed.excerpt ?? article.excerpt}
              hint="At most 160 characters, shown on cards and to search engines."
              error={fields.excerpt}
            />
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <SelectField
                label="Category"
                name="category"
                defaultValue={typed.category ?? article.category}
                error={fields.category}
              >
                {NEWS_CATEGORIES.map((category) => (
                  <option key={category} value={category}>
                    {NEWS_CATEGORY_LABELS[category]}
                  </option>
                ))}
              </SelectField>
              <TextField
                label="Tags"
                name="tags"
                defaultValue={typed.tags ?? article.tags.join(", ")}
                hint="At most four, separated by commas."
                error={fields.tags}
              />
            </div>
            <ReasonField fields={fields} typed={typed} />
            <Button type="submit" look="primary" disabled={busy} className="justify-self-start">
              {busy ? "Saving..." : "Save"}
            </Button>
          </>
        )}
      </AdminForm>
      <section className="grid grid-cols-1 gap-3 border-t border-line pt-5">
        <h2 className="text-lg">Flash news</h2>
        <p className="text-sm text-muted">
          {article.isFlash ? "This is flash news" : "This is not flash news"},{" "}
          {article.flashByHand === null
            ? "by the rule: recent, and either covered by several sources or the newest in its category."
            : "because an administrator chose so."}
        </p>
        <div className="flex flex-wrap gap-2">
          <ActionButton
            {...forms}
            intent={`${article.isFlash ? "unflash" : "flash"}:${id}`}
            label={article.isFlash ? "Remove from flash news" : "Mark as flash news"}
            target={title}
            icon="zap"
            look="secondary"
          />
          {article.flashByHand === null ? null : (
            <ActionButton
              {...forms}
              intent={`flash-by-rule:${id}`}
              label="Use the rule"
              target={title}
              icon="reply"
              look="secondary"
            />
          )}
        </div>
      </section>
    </div>
  );
}
