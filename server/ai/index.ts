/**
 * Public API of the AI module. `http`, mounted at /functions/v1, streams the answers of the six tools in
 * core/ai/tools.ts, from a model of the configured provider or from our own analyzers. Owns ai_runs and the history
 * (ai_history_members, ai_conversations, ai_turns), and counts uses in auth.rate_limits. Model output and site content
 * are as untrusted as user input; core/ai/prompt.ts isolates them.
 */
import type { Hono } from "hono";
import { LRUCache } from "lru-cache";
import type { Viewer } from "#core/accounts/member.ts";
import { getModelLabel } from "#core/ai/model-label.ts";
import type { Tx } from "#server/database/index.ts";
import { createAnalyzerPool } from "./analyzers/analyzer-pool.ts";
import { answerForm, type FormAnswer, type FormQuestion } from "./answer-form.ts";
import { cacheDocuments } from "./cache-documents.ts";
import { createRejectedClients } from "./client.ts";
import type { AiDeps, AiRules, AiSettings, MaterialDeps } from "./deps.ts";
import { createMaterialFinder } from "./find-material.ts";
import { deleteHistory } from "./history/delete-history.ts";
import { type AiHistory, createHistory } from "./history/index.ts";
import { createAiHttp } from "./http.ts";
import { runLookup } from "./lookups/run-lookup.ts";
import { createProviderClient } from "./provider/provider-client.ts";
import { type Allowance, readAllowance } from "./read-allowance.ts";
import { type RunCount, readRuns } from "./read-runs.ts";

export type { FormAnswer } from "./answer-form.ts";
export type { AiSettings } from "./deps.ts";
export type { Allowance } from "./read-allowance.ts";
export type { RunCount } from "./read-runs.ts";

export interface Ai {
  /** To mount at /functions/v1. */
  readonly http: Hono;
  /** Describes who answers, for display on the page. */
  describe(): AiDescription;
  /**
   * Reads how many more answers the viewer can get today. `address` is the client's own IP address. Runs one
   * query.
   */
  readAllowance(viewer: Viewer, address: string): Promise<Allowance>;
  /** Returns a complete answer for a page without JavaScript. Returns refusals instead of throwing them. */
  answerForm(question: FormQuestion): Promise<FormAnswer>;
  /**
   * Reads the tools' runs in the last `days` days. For administrators only: throws not_signed_in or
   * access_denied.
   */
  readRuns(viewer: Viewer, days: number): Promise<RunCount[]>;
  /** The members' saved conversations. */
  readonly history: AiHistory;
  /** Deletes a soft-deleted account's conversations and stops saving more. The caller has locked the profile. */
  deleteHistory(tx: Tx, memberId: string): Promise<void>;
  /** Starts the analyzers' thread when someone has opened the tools and will probably ask soon. */
  warmUp(): void;
  close(): Promise<void>;
}

export interface AiDescription {
  /** Whether a model answers, rather than our own analyzers. */
  readonly provider: boolean;
  /** As configured, in the order in which they are tried. */
  readonly models: readonly string[];
  /** The first model's display name: "Gemini 2.5 Flash". */
  readonly modelLabel: string;
}

export interface AiModuleDeps
  extends MaterialDeps,
    Pick<AiDeps, "database" | "clock" | "log" | "allowances" | "limits" | "auth"> {
  readonly settings: AiSettings;
  readonly announcements: Parameters<typeof cacheDocuments>[1];
  /** By default the tools are on, with the configured limits. */
  readonly site?: AiRules;
  readonly analyzers?: AiDeps["analyzers"];
}

/** By then, the operator may have changed the model's settings. */
const FUNCTIONS_RETRIED_MS = 3_600_000;

export function createAi(moduleDeps: AiModuleDeps): Ai {
  const { settings, analyzers = createAnalyzerPool(), ...rest } = moduleDeps;
  const { baseUrl, apiKey, models, timing } = settings;
  const provider = baseUrl === null ? null : createProviderClient({ baseUrl, apiKey }, timing.connectMs);
  const finder = createMaterialFinder(moduleDeps);
  const findDocuments = cacheDocuments(finder.findDocuments, moduleDeps.announcements);
  const material = { ...finder, findDocuments };
  const refusals = new LRUCache<string, true>({ max: 100, ttl: FUNCTIONS_RETRIED_MS });
  const deps: AiDeps = {
    site: { read: async () => ({ aiTools: true, aiLimits: settings.limits }) },
    ...rest,
    settings,
    analyzers,
    provider,
    rejectedClients: createRejectedClients(),
    material,
    runLookup: (call, signal) => runLookup({ ...moduleDeps, analyzers, material }, call, signal),
    withoutFunctions: { has: (model) => refusals.has(model), add: (model) => void refusals.set(model, true) },
    titles: moduleDeps.search,
  };
  return {
    http: createAiHttp(deps),
    describe: () => ({ provider: provider !== null, models, modelLabel: getModelLabel(models[0] ?? "") }),
    readAllowance: (viewer, address) => readAllowance(deps, viewer, address),
    answerForm: (question) => answerForm(deps, question),
    readRuns: (viewer, days) => readRuns(deps, viewer, days),
    history: createHistory(deps),
    deleteHistory,
    warmUp: () => analyzers.warmUp(),
    async close() {
      provider?.close();
      await analyzers.close();
    },
  };
}
