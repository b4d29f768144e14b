import { Icon } from "#web/ui/icon.tsx";

/** A small icon button. */
export const CONTROL =
  "grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text";

interface StopButtonProps {
  readonly what: string;
  readonly isStopped: boolean;
  readonly onClick: () => void;
}

export function StopButton({ what, isStopped, onClick }: StopButtonProps) {
  const label = `${isStopped ? "Resume" : "Pause"} ${what}`;
  return (
    <button type="button" onClick={onClick} aria-label={label} title={label} className={CONTROL}>
      <Icon name={isStopped ? "play" : "pause"} size={15} />
    </button>
  );
}
