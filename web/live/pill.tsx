import type { MouseEvent, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";

interface PillProps {
  readonly icon: IconName;
  readonly children: ReactNode;
  readonly onPress: (event: MouseEvent) => void;
  readonly isNotice?: boolean;
}

/** Floats below the header, so that the content doesn't move. */
export function Pill({ icon, children, onPress, isNotice = false }: PillProps) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[4.25rem] z-20 flex justify-center px-4"
    >
      <button
        type="button"
        onClick={onPress}
        className={classNames(
          "pointer-events-auto inline-flex min-h-9 items-center gap-2 rounded-lg px-4 py-1.5 text-start text-sm font-semibold text-balance shadow-float",
          isNotice
            ? "border border-line-strong bg-raised text-text hover:bg-hover"
            : "bg-accent text-on-accent hover:bg-accent-strong",
        )}
      >
        <Icon name={icon} size={15} className={isNotice ? "text-warning" : undefined} />
        {children}
        {isNotice ? <Icon name="x" size={15} className="text-faint" /> : null}
      </button>
    </div>
  );
}
