import { NOTE_MAX } from "#core/admin/members.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import { AdminForm } from "../admin-form.tsx";
import type { MemberFormProps } from "./edit-forms.tsx";

export function NotesSection({ member: { notes } }: MemberFormProps) {
  return (
    <Section id="notes" title="Notes" lead="Only administrators see these.">
      <div className="grid grid-cols-1 gap-5">
        {notes.length > 0 ? (
          <ul className="grid gap-4">
            {notes.map((note) => (
              <li key={note.id} className="border-s-2 border-line-strong ps-3 text-sm">
                <p className="wrap-anywhere whitespace-pre-line">{note.content}</p>
                <p className="mt-1 text-faint">
                  {note.authorName}, <DayTime time={note.createdAt} />
                </p>
              </li>
            ))}
          </ul>
        ) : null}
        <AdminForm intent="note" anchor="notes">
          <TextAreaField label="New note" name="note" required rows={2} maxLength={NOTE_MAX} />
          <SubmitButton label="Add note" busyLabel="Adding..." />
        </AdminForm>
      </div>
    </Section>
  );
}
