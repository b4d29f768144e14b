import { Link } from "./link.tsx";

interface ChoiceProps {
  /** "tab": part of a group with a shared frame. */
  readonly look: "tab" | "chip";
  readonly to: string;
  readonly active: boolean;
  readonly children: string;
}

/** A link that changes a filter and keeps the scroll position. */
export function Choice({ look, to, active, children }: ChoiceProps) {
  return (
    <Link to={to} preventScrollReset aria-current={active ? "page" : undefined} className={look}>
      {children}
    </Link>
  );
}
