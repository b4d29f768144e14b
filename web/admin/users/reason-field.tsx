import { REASON_MAX } from "#core/admin/audit-events.ts";
import { TextField } from "#web/ui/field.tsx";

/** An optional reason. `isShared`: whether the notification about the action shows the reason to the user. */
export function ReasonField({ isShared = false }: { readonly isShared?: boolean }) {
  return (
    <TextField
      label="Reason"
      name="reason"
      maxLength={REASON_MAX}
      autoComplete="off"
      hint={`${isShared ? "For the audit log and the user's notification" : "For the audit log"}. Optional.`}
    />
  );
}
