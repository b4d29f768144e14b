import { type ComponentProps, type ReactNode, useState } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ActionForm } from "./action-form.tsx";
import { SubmitButton } from "./form-controls.tsx";

interface RevokeFormProps
  extends Pick<ComponentProps<typeof ActionForm>, "action" | "intent" | "className" | "clearOnSuccess"> {
  /** What is revoked, for screen readers and in the question. */
  readonly target: string;
  readonly description: string;
  /** Hidden fields. */
  readonly children?: ReactNode;
}

/** Revokes something after confirmation in a dialog. Without JavaScript, it is revoked without confirmation. */
export function RevokeForm({ target, description, children, ...form }: RevokeFormProps) {
  const [formToConfirm, setFormToConfirm] = useState<HTMLFormElement | null>(null);
  return (
    <ActionForm {...form}>
      {children}
      <SubmitButton
        label="Revoke"
        size="sm"
        aria-label={`Revoke ${target}`}
        onClick={(event) => {
          event.preventDefault();
          setFormToConfirm(event.currentTarget.form);
        }}
      />
      <ConfirmDialog
        open={formToConfirm !== null}
        title={`Revoke ${target}?`}
        description={description}
        verb="Revoke"
        onCancel={() => setFormToConfirm(null)}
        onConfirm={() => {
          setFormToConfirm(null);
          formToConfirm?.requestSubmit();
        }}
      />
    </ActionForm>
  );
}
