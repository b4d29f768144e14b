import { isDeletedMember } from "#core/accounts/profile-path.ts";
import { formatCount } from "#core/format-count.ts";
import { CATEGORY_LABELS } from "#core/forum/categories.ts";
import type { ModeratedPost } from "#core/forum/moderation.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { Byline } from "#web/forum/post-parts/byline.tsx";
import { CategoryBadge } from "#web/forum/post-parts/category-badge.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { toOptions } from "#web/ui/options.ts";
import { AdminForm } from "../admin-form.tsx";
import { ReasonField } from "../users/reason-field.tsx";
import {
  ActionButton,
  ContentRow,
  DeleteDisclosure,
  DeletedBadge,
  Disclosure,
  describeRestoring,
  EditLink,
  RestoreAction,
  RowTitle,
} from "./content-row.tsx";

export function PostRow({ post }: { post: ModeratedPost }) {
  const { id, title, isPinned, isLocked, deletedAt } = post;
  return (
    <ContentRow actions={<PostActions post={post} />}>
      <RowTitle title={title} to={deletedAt ? null : `/forum/${id}`}>
        {isPinned ? <Badge variant="accent" icon="pin" label="Pinned" /> : null}
        {isLocked ? <Badge variant="warning" icon="lock" label="Locked" /> : null}
        {deletedAt ? <DeletedBadge /> : null}
      </RowTitle>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <Byline author={post.author} />
        <CategoryBadge category={post.category} />
        <span>
          {deletedAt ? "deleted " : null}
          <RelativeTime time={deletedAt ?? post.createdAt} format="detail" />
        </span>
        <span>{formatCount(post.commentCount, "comment")}</span>
      </div>
    </ContentRow>
  );
}

function PostActions({
  post: { id, title, author, category, isPinned, isLocked, deletedAt, canRestore },
}: {
  post: ModeratedPost;
}) {
  if (deletedAt)
    return <RestoreAction intent={`restore-post:${id}`} target={title} canRestore={canRestore} />;
  return (
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
            key={category}
            label="Category"
            name="category"
            defaultValue={category}
            options={toOptions(CATEGORY_LABELS)}
          />
          <ReasonField isShared />
          <SubmitButton label="Move" busyLabel="Moving..." size="sm" />
        </AdminForm>
      </Disclosure>
      <DeleteDisclosure
        intent={`delete-post:${id}`}
        target={title}
        consequence={`The post and its comments will no longer be visible. ${describeRestoring(isDeletedMember(author.username))}`}
        notifiesAuthor={!isDeletedMember(author.username)}
      />
    </>
  );
}
