import { classNames } from "#web/ui/class-names.ts";

interface LastUsedBadgeProps {
  readonly id?: string;
  /** On the border of a button, whose element must be positioned. Otherwise it follows a link. */
  readonly isOnBorder?: boolean;
}

/** Marks the way to sign in that was used last on this device. */
export function LastUsedBadge({ id, isOnBorder = false }: LastUsedBadgeProps) {
  return (
    <span
      id={id}
      className={classNames(
        "rounded-full border border-line bg-surface px-2 text-xs text-accent",
        isOnBorder && "pointer-events-none absolute -top-2 end-3",
      )}
    >
      Last used
    </span>
  );
}
