import type { ReactNode } from "react";

/** A refusal that belongs to no one field. Read out when it comes. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
      {children}
    </p>
  );
}
