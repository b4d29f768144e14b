import { Link } from "./link.tsx";

interface ChoiceProps {
  /** "tab": one of a few that share a frame. */
  readonly look: "tab" | "chip";
  readonly to: string;
  readonly active: boolean;
  readonly children: string;
}

/** A link that changes one thing about the list and leaves the reader where they are. */
export function Choice({ look, to, active, children }: ChoiceProps) {
  return (
    <Link to={to} preventScrollReset aria-current={active ? "page" : undefined} className={look}>
      {children}
    </Link>
  );
}
