import type { RouterContextProvider } from "react-router";
import { getModelLabel } from "#core/ai/model-label.ts";
import { appContext, edgeContext, identityContext } from "#web/server-context.ts";
import type { ModelOption } from "./model-choice.ts";
import { getProviderHint } from "./provider-hint.ts";

/** What the page needs to know about the tools. */
export interface ToolsData {
  /** Whether an administrator has turned the tools off. */
  readonly isOff: boolean;
  /** Whether a model answers, rather than the built-in analyzers. */
  readonly isModel: boolean;
  /** The models to choose from; empty if there is no choice. */
  readonly models: readonly ModelOption[];
  readonly hint: string;
  /** Number of answers that the viewer can still get today; null if unknown. */
  readonly leftToday: number | null;
}

export async function loadTools(context: Readonly<RouterContextProvider>): Promise<ToolsData> {
  const { ai, settings } = context.get(appContext);
  const { client, report } = context.get(edgeContext);
  const { provider, models } = ai.describe();
  // The page works without it.
  const allowance = await ai
    .readAllowance(context.get(identityContext).viewer, client().address)
    .catch((error: unknown) => {
      report(error);
      return null;
    });
  return {
    isOff: !(await settings.read()).aiTools,
    isModel: provider,
    models: provider && models.length > 1 ? listModelOptions(models) : [],
    hint: getProviderHint(provider ? (models[0] ?? null) : null, new Date().toISOString().slice(0, 10)),
    leftToday: allowance?.leftToday ?? null,
  };
}

/** Models with the same display name keep their configured ones. */
function listModelOptions(models: readonly string[]): ModelOption[] {
  const labels = models.map(getModelLabel);
  return models.map((value, index) => {
    const label = labels[index] ?? value;
    return { value, label: labels.filter((other) => other === label).length > 1 ? value : label };
  });
}
