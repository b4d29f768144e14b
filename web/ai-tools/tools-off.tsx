import { TOOLS_OFF } from "#core/ai/limits.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";

/** The page while an administrator has turned the tools off. `typed` is input submitted too late. */
export function ToolsOff({ typed }: { typed: string }) {
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-5 py-6">
      <h1 className="text-xl sm:text-2xl">AI Tools Suite</h1>
      <p role="status">{TOOLS_OFF} An administrator can turn them back on.</p>
      {typed ? <TextAreaField label="What you typed" readOnly rows={6} defaultValue={typed} /> : null}
      <ButtonLink to="/forum" className="justify-self-start">
        Ask in the forum
      </ButtonLink>
    </div>
  );
}
