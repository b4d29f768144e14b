import { REASON_MAX } from "#core/admin/audit-events.ts";
import { TextField } from "#web/ui/field.tsx";
import type { AdminFormState } from "../admin-form.tsx";

/** An optional reason, for the audit log. */
export function ReasonField({ fields, typed }: Pick<AdminFormState, "fields" | "typed">) {
  return (
    <TextField
      label="Reason"
      name="why"
      maxLength={REASON_MAX}
      autoComplete="off"
      defaultValue={typed.why}
      hint="For the audit log. Optional."
      error={fields.why}
    />
  );
}
