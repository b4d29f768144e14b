import { useCallback, useRef, useState } from "react";
import { useActionData } from "react-router";
import {
  type AccentPalette,
  DEFAULT_ACCENT,
  deriveAccent,
  parseColor,
  THEMES,
} from "#core/settings/accent.ts";
import type { SavedSection } from "#core/settings/types.ts";
import type { StepUpResult } from "#web/account/answer-with-step-up.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { PREVIEW, SETTINGS_INTENT_PREFIX } from "./handle-site-settings.ts";
import { SectionForm, SettingField } from "./section-form.tsx";
import { ThemePanels } from "./theme-panels.tsx";

/** Any color can be entered. The preview shows its readable shades. */
export function AccentForm({ saved }: { saved: SavedSection<"accent"> }) {
  const result = useActionData<StepUpResult>();
  const submittedColor =
    result?.intent === `${SETTINGS_INTENT_PREFIX}accent` && !result.ok ? result.input.color : undefined;
  const isHydrated = useHydrated();
  const container = useRef<HTMLDivElement>(null);
  /** The typed text; null until something is typed. */
  const [typedText, setTypedText] = useState<string | null>(null);
  // Makes the preview show the saved color again.
  const clearTypedText = useCallback(() => setTypedText(null), []);
  const color = parseColor(typedText ?? submittedColor ?? saved.values.color ?? "");
  const palette = color === null ? DEFAULT_ACCENT : deriveAccent(color);

  function selectColor(newColor: string) {
    const input = container.current?.querySelector<HTMLInputElement>("[name=color]");
    if (!input) return;
    input.value = newColor;
    // Updates the preview and the form's draft.
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <SectionForm
      section="accent"
      lead="Used for links, buttons and focus outlines, and in emails and link preview images."
      saved={saved}
      onDone={clearTypedText}
      resetLabel={saved.values.color === null ? false : "Reset to default"}
      extraButtons={
        <noscript>
          <SubmitButton label="Preview" name={PREVIEW} value="yes" formNoValidate />
        </noscript>
      }
    >
      <div ref={container} className="flex items-start gap-3">
        <SettingField
          saved={saved}
          label="Color"
          name="color"
          placeholder={DEFAULT_ACCENT.light.accent}
          maxLength={20}
          spellCheck={false}
          onInput={(event) => setTypedText(event.currentTarget.value)}
          className="min-w-0 flex-1 sm:max-w-64"
          hint="For example, #0a6b55. Leave empty to use the built-in color."
        />
        <input
          type="color"
          aria-label="Choose a color"
          value={color ?? DEFAULT_ACCENT.light.accent}
          onChange={(event) => selectColor(event.currentTarget.value)}
          className={classNames(
            "mt-[1.65rem] h-10 w-12 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1",
            !isHydrated && "invisible",
          )}
        />
      </div>
      <section aria-label="Accent color preview" className="grid gap-2">
        <ThemePanels palette={palette}>
          {(theme) => (
            <>
              <span className="rounded-md bg-accent px-3 py-1.5 text-sm font-semibold text-on-accent">
                Button
              </span>
              <span className="text-sm font-semibold text-accent underline">Link</span>
              <span className="rounded-full bg-accent-soft px-2.5 py-1 text-xs font-semibold text-accent">
                Selected
              </span>
              <span className="ms-auto font-mono text-xs text-muted">{palette[theme].accent}</span>
            </>
          )}
        </ThemePanels>
        <p role="status" className="min-h-5 text-sm text-muted">
          {color === null ? "" : describeChange(color, palette)}
        </p>
      </section>
    </SectionForm>
  );
}

const CHANGES = { light: "darkened in the light theme", dark: "lightened in the dark theme" } as const;

function describeChange(color: string, palette: AccentPalette): string {
  const changes = THEMES.filter((theme) => palette[theme].accent !== color).map((theme) => CHANGES[theme]);
  return changes.length === 0
    ? "Readable in both themes as is."
    : `To keep text readable, ${color} is ${changes.join(" and ")}.`;
}
