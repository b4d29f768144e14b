import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";

interface RenameFormProps {
  readonly intent: string;
  readonly idField: string;
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly maxLength: number;
  readonly autoFocus?: boolean;
  readonly onClose: () => void;
}

export function RenameForm({ intent, idField, id, onClose, ...field }: RenameFormProps) {
  const { label, name, maxLength, autoFocus } = field;
  return (
    <ActionForm
      action="/settings/security"
      intent={intent}
      className="flex min-w-0 flex-1 flex-wrap items-start gap-2"
      onDone={onClose}
    >
      <input type="hidden" name={idField} value={id} />
      <TextField
        label={label}
        name="name"
        maxLength={maxLength}
        defaultValue={name}
        autoFocus={autoFocus}
        className="min-w-40 flex-1"
      />
      <div className="flex gap-2 sm:pt-7">
        <SubmitButton label="Save" />
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </ActionForm>
  );
}
