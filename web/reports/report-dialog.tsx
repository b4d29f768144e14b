import type { ReportableKind } from "#core/reports/kinds.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ReportForm } from "./report-form.tsx";

interface ReportDialogProps {
  readonly kind: ReportableKind;
  readonly action: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

export default function ReportDialog({ kind, action, open, onClose }: ReportDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Report this ${kind}`}
      description="Only administrators can see that you reported it."
    >
      <ReportForm action={action} onSent={onClose} onCancel={onClose} />
    </Dialog>
  );
}
