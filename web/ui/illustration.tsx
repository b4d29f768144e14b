import sprite from "virtual:icon-sprite";

/** Drawn in scripts/illustrations.ts. */
export type IllustrationName = "talk" | "search" | "inbox" | "page";

/** A decorative picture of an empty list. */
export const Illustration = ({ name }: { name: IllustrationName }) => (
  <svg className="illustration" width="120" height="80" aria-hidden="true">
    <use href={`${sprite}#empty-${name}`} />
  </svg>
);
