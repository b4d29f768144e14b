import { useEffect, useRef, useState } from "react";
import { getToolName } from "#core/ai/export.ts";
import { TITLE_MAX } from "#core/ai/history/limits.ts";
import type { ConversationCard } from "#core/ai/history/types.ts";
import { formatCount } from "#core/format-count.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Button } from "#web/ui/button.tsx";
import { cancelIfOffline } from "#web/ui/cancel-if-offline.ts";
import { Icon } from "#web/ui/icon.tsx";
import { isPlainClick, Link } from "#web/ui/link.tsx";
import { buildConversationHref, buildHistoryHref, HISTORY_PATH } from "./build-history-href.ts";

interface HistoryRowProps {
  readonly conversation: ConversationCard;
  readonly search: string;
  readonly isCurrent: boolean;
  /** Whether the rename form is open at first. */
  readonly isInitiallyRenaming: boolean;
  readonly onRename: (title: string) => void;
  readonly onDelete: () => void;
}

const ACTION_CLASSES =
  "grid size-9 shrink-0 place-items-center rounded-sm text-faint transition-colors hover:bg-hover hover:text-text";

export function HistoryRow(props: HistoryRowProps) {
  const { conversation, search, isCurrent, isInitiallyRenaming, onRename, onDelete } = props;
  const { id, title, tool, turnCount, updatedAt, excerpt } = conversation;
  const [isRenaming, setRenaming] = useState(isInitiallyRenaming);
  const renameLink = useRef<HTMLAnchorElement>(null);
  const wasRenaming = useRef(isRenaming);
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) renameLink.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  if (isRenaming)
    return (
      <li className="p-3">
        <RenameForm
          conversation={conversation}
          onCancel={() => setRenaming(false)}
          onRename={(newTitle) => {
            setRenaming(false);
            if (newTitle !== title) onRename(newTitle);
          }}
        />
      </li>
    );
  return (
    <li className="flex items-start gap-1 p-1.5 ps-3">
      <Link
        to={buildConversationHref(conversation)}
        aria-current={isCurrent ? "true" : undefined}
        className="group min-w-0 flex-1 rounded-sm py-1.5"
      >
        <span dir="auto" className="block truncate font-semibold group-hover:text-accent">
          {title}
        </span>
        {excerpt ? (
          <span
            dir="auto"
            className="mt-0.5 line-clamp-2 text-sm text-muted [&_mark]:bg-accent-soft [&_mark]:text-text"
          >
            {excerpt.map(({ text, isMatch }, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an excerpt never change their order
              isMatch ? <mark key={index}>{text}</mark> : text,
            )}
          </span>
        ) : null}
        <span className="mt-0.5 block text-xs text-faint">
          {getToolName(tool)} · {turnCount > 1 ? `${formatCount(turnCount, "answer")} · ` : ""}
          <RelativeTime time={updatedAt} format="detail" hasTooltip={false} />
        </span>
      </Link>
      <Link
        ref={renameLink}
        to={buildHistoryHref({ search, rename: id })}
        aria-label={`Rename ${title}`}
        title="Rename"
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          setRenaming(true);
        }}
        className={ACTION_CLASSES}
      >
        <Icon name="pencil" size={15} />
      </Link>
      <form
        method="post"
        action={HISTORY_PATH}
        onSubmit={(event) => {
          event.preventDefault();
          if (!cancelIfOffline(event)) onDelete();
        }}
      >
        <input type="hidden" name="id" value={id} />
        <button
          type="submit"
          name="intent"
          value="delete"
          aria-label={`Delete ${title}`}
          title="Delete"
          className={`${ACTION_CLASSES} hover:bg-danger-soft hover:text-danger`}
        >
          <Icon name="trash-2" size={15} />
        </button>
      </form>
    </li>
  );
}

interface RenameFormProps {
  readonly conversation: ConversationCard;
  readonly onCancel: () => void;
  readonly onRename: (title: string) => void;
}

function RenameForm({ conversation: { id, title }, onCancel, onRename }: RenameFormProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <form
      method="post"
      action={HISTORY_PATH}
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        if (cancelIfOffline(event)) return;
        event.preventDefault();
        onRename(input.current?.value.trim() || title);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Otherwise, Escape would also close the panel.
        event.preventDefault();
        onCancel();
      }}
    >
      <input type="hidden" name="id" value={id} />
      <input
        ref={input}
        name="title"
        dir="auto"
        aria-label={`New title for ${title}`}
        required
        maxLength={TITLE_MAX}
        defaultValue={title}
        className="input h-10"
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" name="intent" value="rename" size="sm" variant="primary">
          Save
        </Button>
      </div>
    </form>
  );
}
