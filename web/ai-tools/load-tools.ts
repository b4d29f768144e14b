import type { RouterContextProvider } from "react-router";
import { appContext, edgeContext, identityContext } from "#web/server-context.ts";
import { getProviderHint } from "./hint.ts";

/** What the page shows about who answers. */
export interface Answering {
  /** Whether an administrator has turned the tools off. */
  readonly isOff: boolean;
  /** Whether a model answers, rather than the built-in analysts. */
  readonly isModel: boolean;
  readonly hint: string;
  /** How many more answers the viewer can get today; null if unknown. */
  readonly leftToday: number | null;
}

export async function loadTools(context: Readonly<RouterContextProvider>): Promise<Answering> {
  const { ai, settings } = context.get(appContext);
  const { client, report } = context.get(edgeContext);
  const { provider, models } = ai.describe();
  // The page works without this number.
  const allowance = await ai
    .readAllowance(context.get(identityContext).viewer, client().address)
    .catch((error: unknown) => {
      report(error);
      return null;
    });
  return {
    isOff: !(await settings.read()).aiTools,
    isModel: provider,
    hint: getProviderHint(provider ? (models[0] ?? null) : null, new Date().toISOString().slice(0, 10)),
    leftToday: allowance?.leftToday ?? null,
  };
}
