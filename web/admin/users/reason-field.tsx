import { REASON_MAX } from "#core/admin/audit-events.ts";
import { TextField } from "#web/ui/field.tsx";

/** An optional reason, for the audit log. */
export function ReasonField() {
  return (
    <TextField
      label="Reason"
      name="reason"
      maxLength={REASON_MAX}
      autoComplete="off"
      hint="For the audit log. Optional."
    />
  );
}
