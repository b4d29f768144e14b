import type { NewsSource } from "#core/news/types.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { TextField } from "#web/ui/field.tsx";
import { AdminForm } from "../admin-form.tsx";
import { NewsCategoryField } from "./news-category-field.tsx";

/** Adds or edits a feed. A new URL is fetched once before it's saved; "Test" fetches it at any time. */
export function SourceForm({ source }: { source: NewsSource | null }) {
  return (
    <AdminForm intent={source ? `edit-source:${source.id}` : "add-source"}>
      {({ fields }) => (
        <>
          <TextField label="Name" name="name" maxLength={200} defaultValue={source?.name} />
          <TextField
            label="Feed URL"
            name="url"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            defaultValue={source?.url}
            hint="RSS, Atom, RDF or JSON Feed. We fetch it once before saving."
          />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <NewsCategoryField defaultValue={source?.category ?? "crypto"} />
            <TextField
              label="Fetch interval (minutes)"
              name="intervalMinutes"
              inputMode="numeric"
              defaultValue={source?.intervalMinutes ?? ""}
              hint="Leave empty for the default."
            />
          </div>
          {source ? <input type="hidden" name="enabled" value={source.isEnabled ? "yes" : "no"} /> : null}
          <div role="status" className="empty:-mt-4">
            {fields.testResult ? (
              <p className="rounded-md bg-accent-soft px-3 py-2 text-sm break-words">{fields.testResult}</p>
            ) : null}
          </div>
          <div className="flex flex-wrap gap-2">
            <SubmitButton
              label={source ? "Save" : "Add source"}
              busyLabel="Testing the feed..."
              variant="primary"
              className=""
            />
            <SubmitButton label="Test" name="test" value="yes" className="" />
          </div>
        </>
      )}
    </AdminForm>
  );
}
