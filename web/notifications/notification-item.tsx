import type { ReactNode } from "react";
import type { NotificationKind } from "#core/notifications/kinds.ts";
import type { Notification } from "#core/notifications/types.ts";
import { describeNotification } from "#core/notifications/wording.ts";
import { Avatar } from "#web/lists/avatar.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";

const ICONS: Readonly<Record<NotificationKind, IconName>> = {
  reply: "reply",
  mention: "at-sign",
  thread: "messages-square",
  post: "pen-line",
  votes: "arrow-big-up",
  moderation: "shield-check",
};

interface NotificationItemProps {
  readonly notification: Notification;
  readonly isRead: boolean;
  readonly onLeave?: () => void;
  /** Used in the panel: shows a one-line excerpt, and a dot if the notification is unread. */
  readonly isBrief?: boolean;
  readonly children?: ReactNode;
}

/** A notification; the entire item is a link if there is a page to open. */
export function NotificationItem({
  notification,
  isRead,
  onLeave,
  isBrief,
  children,
}: NotificationItemProps) {
  const { id, kind, actor, excerpt, createdAt, hasPage } = notification;
  const { actorName, action, title, suffix } = describeNotification(notification);
  const sentence = (
    <>
      {isRead ? null : <span className="sr-only">Unread: </span>}
      {actorName === null ? null : <bdi className="font-semibold">{actorName}</bdi>}
      {actorName === null ? "" : " "}
      {action}
      {title === "" ? "" : " "}
      {title === "" ? null : <bdi className="font-semibold">{title}</bdi>}
      {suffix}
    </>
  );
  return (
    <div
      className={classNames(
        "relative flex items-start gap-[min(0.75rem,4vw)] px-(--gutter) py-3 transition-colors",
        hasPage && "hover:bg-hover",
        !isRead && "bg-accent-soft/40",
      )}
    >
      <span className="relative mt-0.5 shrink-0">
        {actor ? (
          <>
            <Avatar name={actor.username} src={actor.avatarUrl} size="md" />
            <span className="absolute -end-1 -bottom-1 grid size-4.5 place-items-center rounded-full bg-raised text-accent">
              <Icon name={ICONS[kind]} size={12} />
            </span>
          </>
        ) : (
          <span className="grid size-[32px] place-items-center rounded-full bg-hover text-accent">
            <Icon name={ICONS[kind]} size={17} />
          </span>
        )}
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <p className="break-words">
          {hasPage ? (
            <Link
              to={`/notifications/${id}`}
              onClick={onLeave}
              className="after:absolute after:inset-0 hover:text-accent"
            >
              {sentence}
            </Link>
          ) : (
            sentence
          )}
        </p>
        {excerpt === "" ? null : (
          <p
            className={classNames("mt-0.5 break-words text-muted", isBrief ? "line-clamp-1" : "line-clamp-2")}
          >
            {excerpt}
          </p>
        )}
        <p className="mt-0.5 text-xs text-muted">
          <RelativeTime time={createdAt} format="detail" />
        </p>
      </div>
      {isBrief && !isRead ? <span className="mt-2 size-2 shrink-0 rounded-full bg-accent" /> : null}
      {children}
    </div>
  );
}
