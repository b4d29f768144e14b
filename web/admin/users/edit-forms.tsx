import { BIO_MAX } from "#core/accounts/bio.ts";
import { USERNAME_MAX_LENGTH } from "#core/accounts/username.ts";
import type { MemberRecord, MemberRole } from "#core/admin/members.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { SelectField, TextAreaField, TextField } from "#web/ui/field.tsx";
import { toOptions } from "#web/ui/options.ts";
import { AdminForm } from "../admin-form.tsx";
import { ReasonField } from "./reason-field.tsx";

export interface MemberFormProps {
  readonly member: MemberRecord;
}

export function ProfileForm({ member }: MemberFormProps) {
  const { username, bio, isVerified } = member;
  return (
    // Reset the form when the server changes the values.
    <AdminForm key={`${username}\n${bio}\n${isVerified}`} intent="edit" anchor="edit">
      {({ input }) => (
        <>
          <TextField
            label="Username"
            name="username"
            required
            maxLength={2 * USERNAME_MAX_LENGTH}
            autoComplete="off"
            defaultValue={username}
          />
          <TextAreaField label="Bio" name="bio" rows={4} maxLength={2 * BIO_MAX} defaultValue={bio} />
          <label className="flex items-center gap-2.5 text-sm font-semibold">
            <input
              type="checkbox"
              name="verified"
              value="yes"
              defaultChecked={input.intent ? input.verified === "yes" : isVerified}
              className="size-4 accent-accent"
            />
            Verified badge
          </label>
          {isVerified ? (
            <p className="text-sm text-muted">
              Changing the username removes the badge. Save the new username first, then select the badge
              again.
            </p>
          ) : null}
          <ReasonField isShared />
          <SubmitButton label="Save profile" busyLabel="Saving..." variant="primary" />
        </>
      )}
    </AdminForm>
  );
}

const ROLES = toOptions<MemberRole>({ user: "User", admin: "Administrator" });

export function RoleForm({ member: { role } }: MemberFormProps) {
  return (
    <AdminForm key={role} intent="role" anchor="role">
      <SelectField label="Role" name="role" defaultValue={role} options={ROLES} />
      <ReasonField isShared />
      <SubmitButton label="Change role" busyLabel="Saving..." />
    </AdminForm>
  );
}

export function EmailForm({ member: { email, isSsoUser } }: MemberFormProps) {
  if (isSsoUser)
    return (
      <p className="text-sm text-muted">
        Their organization manages this email address. It can only be changed there.
      </p>
    );
  return (
    <AdminForm key={email} intent="email" anchor="address">
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="off"
        defaultValue={email ?? ""}
      />
      <ReasonField />
      <SubmitButton label="Change email" busyLabel="Saving..." />
    </AdminForm>
  );
}
