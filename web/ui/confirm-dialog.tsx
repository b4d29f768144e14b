import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly description: ReactNode;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
  readonly verb?: keyof typeof BUSY_LABELS;
  readonly busy?: boolean;
}

const BUSY_LABELS = { Delete: "Deleting...", Remove: "Removing...", Revoke: "Revoking..." } as const;

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, description, onCancel, onConfirm, verb = "Delete", busy } = props;
  return (
    <Dialog open={open} onClose={onCancel} title={title} description={description}>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {busy ? BUSY_LABELS[verb] : verb}
        </Button>
      </div>
    </Dialog>
  );
}
