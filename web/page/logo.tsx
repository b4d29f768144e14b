import sprite from "virtual:icon-sprite";
import { classNames } from "#web/ui/class-names.ts";
import { useOptionalSite } from "./site-data.ts";

/** The site's logo: the uploaded one, or a unit cell of a lattice in which nearest neighbors are connected. */
export function LogoMark({ size = 26, className }: { size?: number; className?: string }) {
  const logo = useOptionalSite()?.branding.logo;
  if (logo)
    return (
      <img
        src={logo.path}
        alt=""
        width={Math.round((size * logo.width) / logo.height)}
        height={size}
        className={classNames("max-w-20 shrink-0 sm:max-w-28", className)}
      />
    );
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
