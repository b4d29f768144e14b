import type { MouseEvent, ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";

interface PillProps {
  readonly icon: IconName;
  readonly children: ReactNode;
  readonly onPress: (event: MouseEvent) => void;
}

/** News that waits to be asked for. It floats below the header, so that nothing that is read moves when it comes. */
export function Pill({ icon, children, onPress }: PillProps) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[4.25rem] z-20 flex justify-center px-4"
    >
      <button
        type="button"
        onClick={onPress}
        className="pointer-events-auto inline-flex h-9 items-center gap-2 rounded-full bg-accent px-4 text-sm font-semibold text-on-accent shadow-float hover:bg-accent-strong"
      >
        <Icon name={icon} size={15} />
        {children}
      </button>
    </div>
  );
}
