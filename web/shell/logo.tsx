import sprite from "virtual:icon-sprite";
import { classNames } from "#web/ui/class-names.ts";

/** The logo: a unit cell of a lattice with its nearest neighbors connected. */
export function LogoMark({ size = 26, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      aria-hidden="true"
      className={classNames("shrink-0 text-accent", className)}
    >
      <use href={`${sprite}#logo`} />
    </svg>
  );
}
