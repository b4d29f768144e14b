/**
 * Public API of the AI module, which answers with a model from the configured provider or with our own analyzers. Model
 * output and site content are as untrusted as user input; core/ai/prompt.ts isolates them.
 */
import { LRUCache } from "lru-cache";
import { getModelLabel } from "#core/ai/model-label.ts";
import { bindOperations } from "#server/platform/bind-operations.ts";
import { createAnalyzerPool } from "./analyzers/analyzer-pool.ts";
import { answerForm } from "./answer-form.ts";
import { cacheDocuments } from "./cache-documents.ts";
import { createRejectedClients } from "./client.ts";
import type { AiDeps, AiSettings, AiSiteSettings, MaterialDeps } from "./deps.ts";
import { createMaterialFinder } from "./find-material.ts";
import { deleteHistory } from "./history/change-conversations.ts";
import { createHistory } from "./history/index.ts";
import { createAiHttp } from "./http.ts";
import { runLookup } from "./lookups/run-lookup.ts";
import { createProviderClient } from "./provider/provider-client.ts";
import { readRuns } from "./read-runs.ts";
import { readAllowance } from "./uses.ts";

export type { AiSettings } from "./deps.ts";
export type { Allowance } from "./uses.ts";

export type Ai = ReturnType<typeof createAi>;

interface AiModuleDeps
  extends MaterialDeps,
    Pick<AiDeps, "database" | "clock" | "log" | "allowances" | "limits" | "auth"> {
  readonly settings: AiSettings;
  readonly announcements: Parameters<typeof cacheDocuments>[1];
  /** The AI tools' site settings. By default, the tools are on, with the configured limits. */
  readonly site?: AiSiteSettings;
  readonly analyzers?: AiDeps["analyzers"];
}

/** After this time, a model that rejected functions is offered them again, because its settings may have changed. */
const FUNCTIONS_RETRY_MS = 3_600_000;

export function createAi(moduleDeps: AiModuleDeps) {
  const { settings, analyzers = createAnalyzerPool(), ...rest } = moduleDeps;
  const { baseUrl, apiKey, models, timing } = settings;
  const provider = baseUrl === null ? null : createProviderClient({ baseUrl, apiKey }, timing.connectMs);
  const finder = createMaterialFinder(moduleDeps);
  const findDocuments = cacheDocuments(finder.findDocuments, moduleDeps.announcements);
  const material = { ...finder, findDocuments };
  const rejections = new LRUCache<string, true>({ max: 100, ttl: FUNCTIONS_RETRY_MS });
  const deps: AiDeps = {
    site: { read: async () => ({ aiTools: true, aiLimits: settings.limits }) },
    ...rest,
    settings,
    analyzers,
    provider,
    rejectedClients: createRejectedClients(),
    material,
    runLookup: (call, signal) => runLookup({ ...moduleDeps, analyzers, material }, call, signal),
    modelsWithoutFunctions: {
      has: (model) => rejections.has(model),
      add: (model) => void rejections.set(model, true),
    },
    titles: moduleDeps.search,
  };
  return {
    ...bindOperations(deps, { readAllowance, answerForm, readRuns }),
    /** The HTTP app to mount at /functions/v1. */
    http: createAiHttp(deps),
    /** Returns whether a provider is configured, the models in the order they are tried, and the first one's label. */
    describe: () => ({ hasProvider: provider !== null, models, modelLabel: getModelLabel(models[0] ?? "") }),
    history: createHistory(deps),
    deleteHistory,
    /** Starts an analyzer thread, for when someone has opened the tools and will probably ask something soon. */
    warmUp: () => analyzers.warmUp(),
    async close() {
      provider?.close();
      await analyzers.close();
    },
  };
}
