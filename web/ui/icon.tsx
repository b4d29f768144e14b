import sprite from "virtual:icon-sprite";
import type { IconName } from "./icon-names.ts";

interface IconProps {
  /** One of `ICON_NAMES`; a new one is put there. */
  readonly name: IconName;
  /** Width and height in CSS pixels; without it 16, or what the style says where it stands. */
  readonly size?: number | undefined;
  readonly className?: string;
}

/** A picture beside words or in a labelled control: it has no words of its own. Its colour is the text's. */
export function Icon({ name, size, className }: IconProps) {
  return (
    <svg className={className ? `icon ${className}` : "icon"} width={size} height={size} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
