import sprite from "virtual:icon-sprite";

export type IllustrationName = "talk" | "search" | "inbox" | "page";

export const Illustration = ({ name }: { name: IllustrationName }) => (
  <svg className="illustration" width="120" height="80" aria-hidden="true">
    <use href={`${sprite}#empty-${name}`} />
  </svg>
);
