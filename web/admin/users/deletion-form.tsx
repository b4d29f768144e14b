import { RELEASED_USERNAME_DAYS } from "#core/accounts/username.ts";
import { CONTENT_CHOICES, type ContentChoice } from "#core/admin/members.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { AdminForm } from "../admin-form.tsx";
import type { PartProps } from "./edit-forms.tsx";
import { memberPath } from "./member-address.ts";
import { getMemberName } from "./member-name.ts";
import { ReasonField } from "./reason-field.tsx";

const CHOICES: Record<ContentChoice, { label: string; hint: string }> = {
  keep: {
    label: "Keep their posts and comments",
    hint: "They stay, without the author's name.",
  },
  delete: {
    label: "Delete their posts and comments too",
    hint: "They are permanently deleted. Replies by others stay.",
  },
};

/** Deletes a member's account, with a choice for their content. */
export function DeletionForm({ member, answer }: PartProps) {
  return (
    <AdminForm
      action={memberPath(member.id)}
      intent="delete"
      anchor="delete"
      answer={answer}
      className="grid max-w-xl grid-cols-1 gap-4"
    >
      {({ busy, fields, typed }) => (
        <>
          <p className="text-sm text-muted">
            Their email, password, sessions, profile, votes and drafts are permanently deleted. Their username
            can't be taken for {RELEASED_USERNAME_DAYS} days. You can't undo this. A suspension can be undone.
          </p>
          <fieldset className="grid gap-3">
            <legend className="mb-1.5 text-sm font-semibold">Posts and comments</legend>
            {CONTENT_CHOICES.map((value) => (
              <label key={value} className="flex items-start gap-2.5 text-sm">
                <input
                  type="radio"
                  name="content"
                  value={value}
                  defaultChecked={(typed.content ?? "keep") === value}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span>
                  <span className="block font-semibold">{CHOICES[value].label}</span>
                  <span className="text-muted">{CHOICES[value].hint}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <ReasonField fields={fields} typed={typed} />
          <TextField
            label={`To confirm, type: ${getMemberName(member)}`}
            name="confirmation"
            required
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            defaultValue={typed.confirmation}
            error={fields.confirmation}
          />
          <Button type="submit" look="danger" disabled={busy} className="justify-self-start">
            {busy ? "Deleting..." : "Delete account"}
          </Button>
        </>
      )}
    </AdminForm>
  );
}
