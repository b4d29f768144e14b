import { type CSSProperties, type ReactNode, useId, useRef } from "react";

interface MenuProps {
  readonly label: string;
  readonly trigger: ReactNode;
  readonly triggerClassName: string;
  readonly children: ReactNode;
}

/** A menu in a native popover, which opens without JavaScript. Its items are plain links and buttons. */
export function Menu({ label, trigger, triggerClassName, children }: MenuProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const anchor = `--menu-${id.replace(/[^\w]/g, "")}`;
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        popoverTarget={id}
        className={triggerClassName}
        style={{ anchorName: anchor } as CSSProperties}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks on items close the menu; items are controls */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on an item also triggers a click */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        onClick={(event) => {
          if ((event.target as Element).closest("a, button")) panel.current?.hidePopover();
        }}
        className="menu anchored-below"
        style={{ positionAnchor: anchor } as CSSProperties}
      >
        {children}
      </div>
    </>
  );
}
