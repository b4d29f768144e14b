import { REASON_MAX } from "#core/admin/audit-events.ts";
import { TextField } from "#web/ui/field.tsx";
import type { AdminFormState } from "../admin-form.tsx";

/** An optional reason, for the audit log. */
export function ReasonField({ fields, input }: Pick<AdminFormState, "fields" | "input">) {
  return (
    <TextField
      label="Reason"
      name="reason"
      maxLength={REASON_MAX}
      autoComplete="off"
      defaultValue={input.reason}
      hint="For the audit log. Optional."
      error={fields.reason}
    />
  );
}
