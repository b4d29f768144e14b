import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";

export const CONTROL_CLASSES =
  "grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text";

interface PauseButtonProps {
  readonly subject: string;
  readonly isStopped: boolean | null;
  readonly toggle: () => void;
}

/** Shown before scripts are loaded, because a click loads them and is then repeated. */
export function PauseButton({ subject, isStopped, toggle }: PauseButtonProps) {
  const label = `${isStopped ? "Resume" : "Pause"} ${subject}`;
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label={label}
      title={label}
      className={classNames(CONTROL_CLASSES, isStopped === null && "motion-reduce:invisible")}
    >
      <Icon name={isStopped ? "play" : "pause"} size={15} />
    </button>
  );
}
