import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";

const VARIANTS = {
  accent: "bg-accent-soft text-accent",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  low: "bg-down-soft text-down",
  quiet: "bg-hover text-muted",
} as const;

export type BadgeVariant = keyof typeof VARIANTS;

interface BadgeProps {
  readonly variant: BadgeVariant;
  readonly icon?: IconName;
  readonly label: string;
}

export function Badge({ variant, icon, label }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-semibold whitespace-nowrap ${VARIANTS[variant]}`}
    >
      {icon ? <Icon name={icon} size={13} /> : null}
      {label}
    </span>
  );
}
