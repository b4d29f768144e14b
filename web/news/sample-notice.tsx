import { buildContentListPath } from "#web/admin/content/content-paths.ts";
import { Link } from "#web/ui/link.tsx";
import { SampleBadge } from "#web/ui/sample-badge.tsx";

interface SampleNoticeProps {
  /** Set if no source could be reached. */
  readonly error: string | null;
  readonly explanation: string;
  readonly isAdmin: boolean;
}

export function SampleNotice({ error, explanation, isAdmin }: SampleNoticeProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-4 py-2.5 text-sm text-muted">
      <SampleBadge />
      {error ? <strong className="text-text">{error}</strong> : null}
      <span>{explanation}</span>
      {isAdmin ? (
        <Link to={buildContentListPath("sources")} className="font-semibold text-accent hover:underline">
          Manage news sources
        </Link>
      ) : null}
    </p>
  );
}
