import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { Link, type LinkProps } from "./link.tsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "button button-primary",
  secondary: "button",
  quiet: "button button-quiet",
  danger: "button button-danger",
};

interface ButtonStyle {
  readonly variant?: ButtonVariant;
  readonly size?: "sm" | "md";
}

export function buttonClasses({ variant = "secondary", size = "md" }: ButtonStyle, extra?: string): string {
  return classNames(VARIANTS[variant], size === "sm" && "button-small", extra);
}

export function Button({
  variant,
  size,
  className,
  type = "button",
  ...rest
}: ComponentProps<"button"> & ButtonStyle) {
  return <button type={type} className={buttonClasses({ variant, size }, className)} {...rest} />;
}

export function ButtonLink({ variant, size, className, ...rest }: LinkProps & ButtonStyle) {
  return (
    <Link
      className={buttonClasses({ variant, size }, typeof className === "string" ? className : undefined)}
      {...rest}
    />
  );
}
