import { formatCount } from "#core/format-count.ts";
import { CATEGORY_LABELS, POST_CATEGORIES } from "#core/forum/categories.ts";
import type { ModeratedPost } from "#core/forum/moderation.ts";
import { SubmitButton } from "#web/forms/submit-button.tsx";
import { Byline } from "#web/forum/byline.tsx";
import { CategoryBadge } from "#web/forum/category-badge.tsx";
import { RelativeTime } from "#web/page/relative-time.tsx";
import { Link } from "#web/ui/link.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { AdminForm } from "../admin-form.tsx";
import { ReasonField } from "../users/reason-field.tsx";
import {
  ActionButton,
  DeleteDisclosure,
  Disclosure,
  EditLink,
  ROW_ACTIONS_CLASSES,
  ROW_CLASSES,
  RowBadge,
} from "./action-button.tsx";

export function PostRow({ post }: { post: ModeratedPost }) {
  const { id, title, isPinned, isLocked, deletedAt } = post;
  return (
    <li className={ROW_CLASSES}>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {deletedAt ? (
            <span className="min-w-0 font-semibold break-words">{title}</span>
          ) : (
            <Link to={`/forum/${id}`} className="min-w-0 font-semibold break-words hover:underline">
              {title}
            </Link>
          )}
          {isPinned ? (
            <RowBadge variant="accent" icon="pin">
              Pinned
            </RowBadge>
          ) : null}
          {isLocked ? (
            <RowBadge variant="warning" icon="lock">
              Locked
            </RowBadge>
          ) : null}
          {deletedAt ? (
            <RowBadge variant="danger" icon="trash-2">
              Deleted
            </RowBadge>
          ) : null}
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <Byline author={post.author} />
          <CategoryBadge category={post.category} />
          <span>
            {deletedAt ? "deleted " : null}
            <RelativeTime time={deletedAt ?? post.createdAt} format="detail" />
          </span>
          <span>{formatCount(post.commentCount, "comment")}</span>
        </div>
      </div>
      <div className={ROW_ACTIONS_CLASSES}>
        {deletedAt ? (
          post.canRestore ? (
            <ActionButton intent={`restore-post:${id}`} label="Restore" target={title} icon="reply" />
          ) : (
            <span className="px-3 text-sm text-faint">Deleted together with its author's account.</span>
          )
        ) : (
          <>
            <ActionButton
              intent={`${isPinned ? "unpin" : "pin"}:${id}`}
              label={isPinned ? "Unpin" : "Pin"}
              target={title}
              icon="pin"
            />
            <ActionButton
              intent={`${isLocked ? "unlock" : "lock"}:${id}`}
              label={isLocked ? "Unlock" : "Lock"}
              target={title}
              icon="lock"
            />
            <EditLink to={`/forum/${id}/edit`} target={title} />
            <Disclosure label="Move" target={title} icon="arrow-left-right">
              <AdminForm intent={`move:${id}`}>
                <SelectField
                  label="Category"
                  name="category"
                  key={post.category}
                  defaultValue={post.category}
                >
                  {POST_CATEGORIES.map((category) => (
                    <option key={category} value={category}>
                      {CATEGORY_LABELS[category]}
                    </option>
                  ))}
                </SelectField>
                <ReasonField />
                <SubmitButton label="Move" busyLabel="Moving..." size="sm" />
              </AdminForm>
            </Disclosure>
            <DeleteDisclosure
              intent={`delete-post:${id}`}
              target={title}
              consequence="The post and its comments will no longer be visible. You can restore it."
            />
          </>
        )}
      </div>
    </li>
  );
}
