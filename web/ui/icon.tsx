import sprite from "virtual:icon-sprite";
import type { IconName } from "./icon-names.ts";

interface IconProps {
  /** One of `ICON_NAMES`; a new one is put there. */
  readonly name: IconName;
  /** Width and height in CSS pixels. */
  readonly size?: number;
  readonly className?: string;
}

/** A picture beside words or in a labelled control: it has no words of its own. Its colour is the text's. */
export function Icon({ name, size = 16, className }: IconProps) {
  return (
    <svg className={className ? `icon ${className}` : "icon"} width={size} height={size} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
