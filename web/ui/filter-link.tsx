import { Link } from "./link.tsx";

interface FilterLinkProps {
  /** "tab": part of a group with a shared frame. */
  readonly variant: "tab" | "chip";
  readonly to: string;
  readonly active: boolean;
  readonly children: string;
}

export function FilterLink({ variant, to, active, children }: FilterLinkProps) {
  return (
    <Link to={to} preventScrollReset aria-current={active ? "page" : undefined} className={variant}>
      {children}
    </Link>
  );
}
