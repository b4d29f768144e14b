import { TOOLS_OFF } from "#core/ai/limits.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";

export function ToolsOff({ input }: { input: string }) {
  return (
    <div className="page-main grid w-full grid-cols-1 gap-5 py-6">
      <h1 className="text-xl sm:text-2xl">AI Tools Suite</h1>
      <p role="status">{TOOLS_OFF} An administrator can turn them back on.</p>
      {input ? <TextAreaField label="Your input" readOnly rows={6} defaultValue={input} /> : null}
      <ButtonLink to="/forum" className="justify-self-start">
        Ask in the forum
      </ButtonLink>
    </div>
  );
}
