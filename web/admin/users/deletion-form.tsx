import { RELEASED_USERNAME_DAYS } from "#core/accounts/username.ts";
import { CONTENT_CHOICES, type ContentChoice } from "#core/admin/members.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { TextField } from "#web/ui/field.tsx";
import { AdminForm } from "../admin-form.tsx";
import type { MemberFormProps } from "./edit-forms.tsx";
import { getMemberName } from "./member-badges.tsx";
import { ReasonField } from "./reason-field.tsx";

const CHOICES: Record<ContentChoice, { label: string; hint: string }> = {
  keep: {
    label: "Keep their posts and comments",
    hint: "They're kept, without the author's name.",
  },
  delete: {
    label: "Delete their posts and comments too",
    hint: "They're deleted permanently. Replies by others are kept.",
  },
};

export function DeletionForm({ member }: MemberFormProps) {
  return (
    <AdminForm intent="delete" anchor="delete" className="grid max-w-xl grid-cols-1 gap-4">
      {({ input }) => (
        <>
          <p className="text-sm text-muted">
            {member.hasProfile
              ? `Their email, password, sessions, profile, votes, drafts and AI history are permanently deleted. No one can take their username for ${RELEASED_USERNAME_DAYS} days.`
              : "The account is permanently deleted."}{" "}
            This can't be undone.{member.suspension ? null : " Consider suspending them instead."}
          </p>
          {member.hasProfile ? (
            <ContentChoices selected={input.content} />
          ) : (
            <input type="hidden" name="content" value="keep" />
          )}
          <ReasonField />
          <TextField
            label={`To confirm, type: ${getMemberName(member)}`}
            name="confirmation"
            required
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <SubmitButton label="Delete account" busyLabel="Deleting..." variant="danger" />
        </>
      )}
    </AdminForm>
  );
}

function ContentChoices({ selected }: { selected: string | undefined }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">Posts and comments</legend>
      {CONTENT_CHOICES.map((value) => (
        <label key={value} className="flex items-start gap-2.5 text-sm">
          <input
            type="radio"
            name="content"
            value={value}
            defaultChecked={(selected ?? "keep") === value}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            <span className="block font-semibold">{CHOICES[value].label}</span>
            <span className="text-muted">{CHOICES[value].hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
