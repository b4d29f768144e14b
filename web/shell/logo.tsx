import { classNames } from "#web/ui/class-names.ts";

/** The mark: a unit cell of a lattice, its nearest neighbours joined. */
export function LogoMark({ size = 26, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 28 28"
      fill="none"
      aria-hidden="true"
      className={classNames("shrink-0 text-accent", className)}
    >
      <path
        d="M14 2.5 24 8.25v11.5L14 25.5 4 19.75V8.25L14 2.5Z"
        stroke="currentColor"
        strokeWidth="1.6"
        opacity=".5"
      />
      <path d="M14 14 4 8.25M14 14l10-5.75M14 14v11.5" stroke="currentColor" strokeWidth="1.6" />
      <g fill="currentColor">
        <circle cx="14" cy="14" r="3" />
        <circle cx="4" cy="8.25" r="2" />
        <circle cx="24" cy="8.25" r="2" />
        <circle cx="14" cy="25.5" r="2" />
      </g>
    </svg>
  );
}
