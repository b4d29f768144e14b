import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "./class-names.ts";
import { keepFocus } from "./keep-focus.ts";
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

interface ButtonProps extends ComponentProps<"button"> {
  /** Whether what the button started is still running. The button then ignores presses, but stays focused. */
  readonly busy?: boolean | undefined;
}

const ignorePress = (event: MouseEvent) => event.preventDefault();

/** A button without the look of one. */
export function PlainButton({ busy, onClick, type = "button", ...rest }: ButtonProps) {
  return (
    // A disabled button would lose the focus. Enter in a form's field presses the button too. A `ref` of the caller
    // replaces keepFocus, so the caller must move the focus when the button disappears.
    <button
      ref={keepFocus}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? ignorePress : onClick}
      {...rest}
    />
  );
}

export function Button({ variant, size, className, ...rest }: ButtonProps & ButtonStyle) {
  return <PlainButton className={buttonClasses({ variant, size }, className)} {...rest} />;
}

export function ButtonLink({ variant, size, className, ...rest }: LinkProps & ButtonStyle) {
  return (
    <Link
      className={buttonClasses({ variant, size }, typeof className === "string" ? className : undefined)}
      {...rest}
    />
  );
}
