import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly description: ReactNode;
  readonly onCancel: () => void;
  readonly onDelete: () => void;
  /** Whether the deletion is in progress. */
  readonly busy?: boolean;
}

export function ConfirmDialog({ open, title, description, onCancel, onDelete, busy }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onCancel} title={title} description={description}>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          Keep it
        </Button>
        <Button variant="danger" disabled={busy} onClick={onDelete}>
          {busy ? "Deleting..." : "Delete"}
        </Button>
      </div>
    </Dialog>
  );
}
