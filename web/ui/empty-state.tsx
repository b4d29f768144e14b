import type { ReactNode } from "react";

/** Replaces an empty list or page, with a suggestion how to continue. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong px-6 py-14 text-center text-muted">
      <p className="max-w-md">{children}</p>
      {action}
    </div>
  );
}
