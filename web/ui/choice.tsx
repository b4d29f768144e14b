import { Link } from "react-router";
import { classNames } from "./class-names.ts";

const LOOKS = {
  /** One of a few that share a frame. */
  tab: ["rounded-sm px-3 py-1.5 font-semibold", "bg-hover text-text", "text-muted hover:text-text"],
  chip: [
    "block rounded-full border px-3 py-1.5 whitespace-nowrap",
    "border-accent bg-accent-soft font-semibold text-accent",
    "border-line bg-surface text-muted hover:border-line-strong hover:text-text",
  ],
} as const;

interface ChoiceProps {
  readonly look: keyof typeof LOOKS;
  readonly to: string;
  readonly active: boolean;
  readonly children: string;
}

/** A link that changes one thing about the list and leaves the reader where they are. */
export function Choice({ look, to, active, children }: ChoiceProps) {
  const [always, chosen, other] = LOOKS[look];
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={active ? "page" : undefined}
      className={classNames("text-sm transition-colors", always, active ? chosen : other)}
    >
      {children}
    </Link>
  );
}
