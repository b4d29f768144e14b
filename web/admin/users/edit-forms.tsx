import { BIO_MAX } from "#core/accounts/bio.ts";
import { USERNAME_MAX_LENGTH } from "#core/accounts/username.ts";
import { MEMBER_ROLES, type MemberRecord } from "#core/admin/members.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import { AdminForm } from "../admin-form.tsx";
import type { AdminResult } from "../answer-admin-form.ts";
import { buildMemberPath } from "./member-paths.ts";
import { ReasonField } from "./reason-field.tsx";

export interface MemberFormProps {
  readonly member: MemberRecord;
  readonly result: AdminResult | undefined;
}

export function ProfileForm({ member, result }: MemberFormProps) {
  const { id, username, bio, isVerified } = member;
  return (
    // Reset the form when the server changes the values.
    <AdminForm
      key={`${username}\n${bio}\n${isVerified}`}
      action={buildMemberPath(id)}
      intent="edit"
      anchor="edit"
      result={result}
    >
      {({ busy, fields, input }) => (
        <>
          <TextField
            label="Username"
            name="username"
            required
            maxLength={2 * USERNAME_MAX_LENGTH}
            autoComplete="off"
            defaultValue={input.username ?? username}
            error={fields.username}
          />
          <TextAreaField
            label="Bio"
            name="bio"
            rows={4}
            maxLength={2 * BIO_MAX}
            defaultValue={input.bio ?? bio}
            error={fields.bio}
          />
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
              A new username removes the badge. Save it first, then verify the new username.
            </p>
          ) : null}
          <ReasonField fields={fields} input={input} />
          <Button type="submit" variant="primary" disabled={busy} className="justify-self-start">
            {busy ? "Saving..." : "Save profile"}
          </Button>
        </>
      )}
    </AdminForm>
  );
}

export function RoleForm({ member: { id, role }, result }: MemberFormProps) {
  return (
    <AdminForm key={role} action={buildMemberPath(id)} intent="role" anchor="role" result={result}>
      {({ busy, fields, input }) => (
        <>
          <SelectField label="Role" name="role" defaultValue={input.role ?? role} error={fields.role}>
            {MEMBER_ROLES.map((value) => (
              <option key={value} value={value}>
                {value === "admin" ? "Administrator" : "User"}
              </option>
            ))}
          </SelectField>
          <ReasonField fields={fields} input={input} />
          <Button type="submit" disabled={busy} className="justify-self-start">
            {busy ? "Saving..." : "Change role"}
          </Button>
        </>
      )}
    </AdminForm>
  );
}

export function EmailForm({ member: { id, email, isSsoUser }, result }: MemberFormProps) {
  if (isSsoUser)
    return (
      <p className="text-sm text-muted">
        Their organization manages this email address. It can only be changed there.
      </p>
    );
  return (
    <AdminForm key={email} action={buildMemberPath(id)} intent="email" anchor="address" result={result}>
      {({ busy, fields, input }) => (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="off"
            defaultValue={input.email ?? email ?? ""}
            error={fields.email}
          />
          <ReasonField fields={fields} input={input} />
          <Button type="submit" disabled={busy} className="justify-self-start">
            {busy ? "Saving..." : "Change email"}
          </Button>
        </>
      )}
    </AdminForm>
  );
}
