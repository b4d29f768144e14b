import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A hint or error below a control. In its own file, so that pages without fields don't load the fields' code. */
export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (!error && !hint) return null;
  return (
    <p id={id} className={classNames("mt-1.5 text-sm text-pretty", error ? "text-danger" : "text-faint")}>
      {error ?? hint}
    </p>
  );
}
