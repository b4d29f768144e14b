import type { NewsSource } from "#core/news/types.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { AdminForm } from "../admin-form.tsx";
import type { RowForms } from "../content/action-button.tsx";
import { NewsCategoryField } from "./news-category-field.tsx";

/** Adds or edits a feed. A new URL is fetched once before it's saved; "Test" fetches it at any time. */
export function SourceForm({ source, ...forms }: RowForms & { source: NewsSource | null }) {
  return (
    <AdminForm {...forms} intent={source ? `edit-source:${source.id}` : "add-source"}>
      {({ busy, fields, input }) => (
        <>
          <TextField
            label="Name"
            name="name"
            maxLength={200}
            defaultValue={input.name ?? source?.name}
            error={fields.name}
          />
          <TextField
            label="Feed URL"
            name="url"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            defaultValue={input.url ?? source?.url}
            hint="RSS, Atom, RDF or JSON Feed. We fetch it once before saving."
            error={fields.url}
          />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <NewsCategoryField
              defaultValue={input.category ?? source?.category ?? "crypto"}
              error={fields.category}
            />
            <TextField
              label="Fetch interval (minutes)"
              name="intervalMinutes"
              inputMode="numeric"
              defaultValue={input.intervalMinutes ?? source?.intervalMinutes ?? ""}
              hint="Leave empty for the default."
              error={fields.intervalMinutes}
            />
          </div>
          {source ? <input type="hidden" name="enabled" value={source.isEnabled ? "yes" : "no"} /> : null}
          <div role="status" className="empty:-mt-4">
            {fields.testResult ? (
              <p className="rounded-md bg-accent-soft px-3 py-2 text-sm break-words">{fields.testResult}</p>
            ) : null}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" disabled={busy}>
              {busy ? "Testing the feed..." : source ? "Save" : "Add source"}
            </Button>
            <Button type="submit" name="test" value="yes" disabled={busy}>
              Test
            </Button>
          </div>
        </>
      )}
    </AdminForm>
  );
}
