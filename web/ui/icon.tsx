import sprite from "virtual:icon-sprite";
import type { IconName } from "./icon-names.ts";

interface IconProps {
  /** Add new names to `ICON_NAMES`, and icons of sign-in providers to scripts/icon-sprite.ts. */
  readonly name: IconName | `provider-${string}`;
  /** Width and height in CSS pixels; by default 16 or the size set by the style sheet. */
  readonly size?: number | undefined;
  readonly className?: string;
}

/** A decorative icon next to text or in a labeled control, in the text's color. */
export function Icon({ name, size, className }: IconProps) {
  return (
    <svg className={className ? `icon ${className}` : "icon"} width={size} height={size} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
