import type { ReactNode } from "react";
import { Illustration, type IllustrationName } from "../ui/illustration.tsx";

interface EmptyStateProps {
  /** Omitted for short messages within a section, such as "Loading prices...". */
  readonly illustration?: IllustrationName;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export const EmptyState = ({ illustration, children, action }: EmptyStateProps) => (
  <div className="empty-state">
    {illustration ? <Illustration name={illustration} /> : null}
    <p>{children}</p>
    {action}
  </div>
);
