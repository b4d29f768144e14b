import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A hint or error below a control; separate from the fields, so that pages without them don't load their code. */
export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (!error && !hint) return null;
  return (
    <p id={id} className={classNames("mt-1.5 text-sm text-pretty", error ? "text-danger" : "text-faint")}>
      {error ?? hint}
    </p>
  );
}
