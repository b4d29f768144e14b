import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import { classNames } from "./class-names.ts";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";

const BASE =
  "inline-flex items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap select-none transition-colors disabled:opacity-55";

const LOOKS: Record<ButtonLook, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-line-strong bg-surface text-text hover:bg-hover",
  quiet: "text-muted hover:bg-hover hover:text-text",
  danger: "border border-danger/50 text-danger hover:bg-danger-soft",
};

const SIZES = {
  sm: "h-8 px-3 text-sm",
  md: "h-10 px-4 text-sm",
};

interface Shape {
  readonly look?: ButtonLook;
  readonly size?: keyof typeof SIZES;
}

export function buttonClasses({ look = "secondary", size = "md" }: Shape, extra?: string): string {
  return classNames(BASE, LOOKS[look], SIZES[size], extra);
}

export function Button({
  look,
  size,
  className,
  type = "button",
  ...rest
}: ComponentProps<"button"> & Shape) {
  return <button type={type} className={buttonClasses({ look, size }, className)} {...rest} />;
}

export function ButtonLink({ look, size, className, ...rest }: LinkProps & Shape) {
  return (
    <Link
      className={buttonClasses({ look, size }, typeof className === "string" ? className : undefined)}
      {...rest}
    />
  );
}
