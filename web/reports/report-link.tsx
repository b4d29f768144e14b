import { type MouseEvent, Suspense, useState } from "react";
import type { ReportableKind } from "#core/reports/kinds.ts";
import { useOptionalSite } from "#web/page/site-data.ts";
import { lazyInBrowser } from "#web/router/lazy-component.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";

// Loaded on demand, since reports are rare.
const ReportDialog = lazyInBrowser(() => import("./report-dialog.tsx"));

interface ReportLinkProps {
  readonly kind: ReportableKind;
  readonly id: string;
  /** The author's name: members can't report their own content. */
  readonly authorName: string | undefined;
  readonly className: string;
  /** Class of the label next to the flag icon; null shows only the icon. */
  readonly labelClassName?: string | null;
}

/** A discreet report link: opens a dialog for members, or the report page for visitors and without JavaScript. */
export function ReportLink({ kind, id, authorName, className, labelClassName }: ReportLinkProps) {
  const viewer = useOptionalSite()?.viewer;
  const [open, setOpen] = useState<boolean>();
  const name = `Report this ${kind}`;
  const action = `/report?kind=${kind}&id=${id}`;
  if (viewer && viewer.username === authorName) return null;

  const openDialog = (event: MouseEvent) => {
    if (!viewer || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Link
        to={action}
        rel="nofollow"
        aria-label={labelClassName === null ? undefined : name}
        title={name}
        onClick={openDialog}
        className={className}
      >
        <Icon name="flag" size={labelClassName === null ? undefined : 15} />
        {labelClassName === null ? null : <span className={labelClassName}>Report</span>}
      </Link>
      {open === undefined ? null : (
        <Suspense fallback={null}>
          <ReportDialog kind={kind} action={action} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
