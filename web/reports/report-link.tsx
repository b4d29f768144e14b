import { lazy, type MouseEvent, Suspense, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { ReportedKind } from "#core/reports/kinds.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";

// Few ever report anything: whoever does loads the form.
const ReportDialog = lazy(() => import("./report-dialog.tsx"));

interface ReportLinkProps {
  readonly kind: ReportedKind;
  readonly id: string;
  /** Whose it is: nobody reports their own. */
  readonly by: string | undefined;
  readonly className: string;
  /** Of the word beside the flag; null for the flag alone. */
  readonly wordClassName?: string | null;
}

/** The quiet way to report something: a dialog for members, a page of its own without script and for visitors. */
export function ReportLink({ kind, id, by, className, wordClassName }: ReportLinkProps) {
  const viewer = useRouteLoaderData<SiteData>("root")?.viewer;
  const [open, setOpen] = useState<boolean>();
  const name = `Report this ${kind}`;
  const action = `/report?kind=${kind}&id=${id}`;
  if (viewer && viewer.username === by) return null;

  const ask = (event: MouseEvent) => {
    if (!viewer || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Link
        to={action}
        rel="nofollow"
        aria-label={wordClassName === null ? undefined : name}
        title={name}
        onClick={ask}
        className={className}
      >
        <Icon name="flag" size={wordClassName === null ? undefined : 15} />
        {wordClassName === null ? null : <span className={wordClassName}>Report</span>}
      </Link>
      {open === undefined ? null : (
        <Suspense fallback={null}>
          <ReportDialog kind={kind} action={action} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
