import { BIO_MAX } from "#core/accounts/bio.ts";
import { USERNAME_MAX_LENGTH } from "#core/accounts/username.ts";
import { MEMBER_ROLES, type MemberRecord } from "#core/admin/members.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import { AdminForm } from "../admin-form.tsx";
import type { AdminAnswer } from "../answer-admin-form.ts";
import { memberPath } from "./member-address.ts";
import { ReasonField } from "./reason-field.tsx";

export interface PartProps {
  readonly member: MemberRecord;
  readonly answer: AdminAnswer | undefined;
}

export function ProfileForm({ member, answer }: PartProps) {
  const { id, username, bio, isVerified } = member;
  return (
    // Reset the form when the server changes the values.
    <AdminForm
      key={`${username}\n${bio}\n${isVerified}`}
      action={memberPath(id)}
      intent="edit"
      anchor="edit"
      answer={answer}
    >
      {({ busy, fields, typed }) => (
        <>
          <TextField
            label="Username"
            name="username"
            required
            maxLength={2 * USERNAME_MAX_LENGTH}
            autoComplete="off"
            defaultValue={typed.username ?? username}
            error={fields.username}
          />
          <TextAreaField
            label="Bio"
            name="bio"
            rows={4}
            maxLength={2 * BIO_MAX}
            defaultValue={typed.bio ?? bio}
            error={fields.bio}
          />
          <label className="flex items-center gap-2.5 text-sm font-semibold">
            <input
              type="checkbox"
              name="verified"
              value="yes"
              defaultChecked={typed.intent ? typed.verified === "yes" : isVerified}
              className="size-4 accent-accent"
            />
            Verified badge
          </label>
          {isVerified ? (
            <p className="text-sm text-muted">
              A new username removes the badge. Save it first, then verify the new name.
            </p>
          ) : null}
          <ReasonField fields={fields} typed={typed} />
          <Button type="submit" look="primary" disabled={busy} className="justify-self-start">
            {busy ? "Saving..." : "Save profile"}
          </Button>
        </>
      )}
    </AdminForm>
  );
}

export function RoleForm({ member: { id, role }, answer }: PartProps) {
  return (
    <AdminForm key={role} action={memberPath(id)} intent="role" anchor="role" answer={answer}>
      {({ busy, fields, typed }) => (
        <>
          <SelectField label="Role" name="role" defaultValue={typed.role ?? role} error={fields.role}>
            {MEMBER_ROLES.map((value) => (
              <option key={value} value={value}>
                {value === "admin" ? "admin: an administrator" : "user: the default"}
              </option>
            ))}
          </SelectField>
          <ReasonField fields={fields} typed={typed} />
          <Button type="submit" disabled={busy} className="justify-self-start">
            {busy ? "Saving..." : "Change role"}
          </Button>
        </>
      )}
    </AdminForm>
  );
}

export function AddressForm({ member: { id, email, isSsoUser }, answer }: PartProps) {
  if (isSsoUser)
    return (
      <p className="text-sm text-muted">
        Their organization manages this email. It can only be changed there.
      </p>
    );
  return (
    <AdminForm key={email} action={memberPath(id)} intent="email" anchor="address" answer={answer}>
      {({ busy, fields, typed }) => (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="off"
            defaultValue={typed.email ?? email ?? ""}
            error={fields.email}
          />
          <ReasonField fields={fields} typed={typed} />
          <Button type="submit" disabled={busy} className="justify-self-start">
            {busy ? "Saving..." : "Change email"}
          </Button>
        </>
      )}
    </AdminForm>
  );
}
