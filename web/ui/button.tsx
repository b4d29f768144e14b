import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { Link, type LinkProps } from "./link.tsx";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";

const LOOKS: Record<ButtonLook, string> = {
  primary: "button button-primary",
  secondary: "button",
  quiet: "button button-quiet",
  danger: "button button-danger",
};

interface Shape {
  readonly look?: ButtonLook;
  readonly size?: "sm" | "md";
}

export function buttonClasses({ look = "secondary", size = "md" }: Shape, extra?: string): string {
  return classNames(LOOKS[look], size === "sm" && "button-small", extra);
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
