import { Icon } from "#web/ui/icon.tsx";

/** A small icon button. */
export const CONTROL_CLASSES =
  "grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text";

interface PauseButtonProps {
  readonly subject: string;
  readonly isStopped: boolean;
  readonly onClick: () => void;
}

export function PauseButton({ subject, isStopped, onClick }: PauseButtonProps) {
  const label = `${isStopped ? "Resume" : "Pause"} ${subject}`;
  return (
    <button type="button" onClick={onClick} aria-label={label} title={label} className={CONTROL_CLASSES}>
      <Icon name={isStopped ? "play" : "pause"} size={15} />
    </button>
  );
}
