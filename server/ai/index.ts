/**
 * The AI tools: `http`, to be mounted at /functions/v1, answers the six tools of core/ai/tools.ts as a stream, by a model
 * of the operator's provider or by our own analysts. Owns ai_runs, and counts uses among auth.rate_limits. What a model
 * says and what the site's texts say is as hostile as a visitor's; core/ai/prompt.ts keeps them in their places.
 */
import type { Hono } from "hono";
import type { Viewer } from "#core/accounts/member.ts";
import { modelLabel } from "#core/ai/model-label.ts";
import { createAnalystThread } from "./analysts/analyst-thread.ts";
import { answerForm, type FormAnswer, type FormQuestion } from "./answer-form.ts";
import { createRefusedAskers } from "./asker.ts";
import type { AiDeps, AiRules, AiSettings, MaterialDoors } from "./deps.ts";
import { createMaterialFinder } from "./find-material.ts";
import { createAiHttp } from "./http.ts";
import { createAnswerOpener } from "./provider/open-answer.ts";
import { type Allowance, readAllowance } from "./read-allowance.ts";
import { type RunCount, readRuns } from "./read-runs.ts";

export type { FormAnswer } from "./answer-form.ts";
export type { AiSettings } from "./deps.ts";
export type { Allowance } from "./read-allowance.ts";
export type { RunCount } from "./read-runs.ts";

export interface Ai {
  /** To be mounted at /functions/v1. */
  readonly http: Hono;
  /** Who answers, for the page to say so. */
  describe(): AiDescription;
  /** How many more answers the viewer may have today. `address` is the client's own. One statement. */
  readAllowance(viewer: Viewer, address: string): Promise<Allowance>;
  /** An answer gathered for a page without scripts; refusals are its value. */
  answerForm(question: FormQuestion): Promise<FormAnswer>;
  /** How often the tools were asked, the last `days` days. Throws not_signed_in and access_denied to all but administrators. */
  readRuns(viewer: Viewer, days: number): Promise<RunCount[]>;
  close(): Promise<void>;
}

export interface AiDescription {
  /** Whether a model answers; else our own analysts do. */
  readonly provider: boolean;
  /** As the configuration names them, the first one first asked. */
  readonly models: readonly string[];
  /** The first one's name as a person reads it: "Gemini 2.5 Flash". */
  readonly modelLabel: string;
}

export interface AiDependencies
  extends MaterialDoors,
    Pick<AiDeps, "database" | "clock" | "log" | "allowances" | "auth"> {
  readonly settings: AiSettings;
  /** Default: the tools are on, with the limits of their settings. */
  readonly site?: AiRules;
  readonly analysts?: AiDeps["analysts"];
}

export function createAi(dependencies: AiDependencies): Ai {
  const { settings, analysts = createAnalystThread(), ...rest } = dependencies;
  const { baseUrl, apiKey, models, timing } = settings;
  const provider = baseUrl === null ? null : createAnswerOpener({ baseUrl, apiKey }, timing.connectMs);
  const deps: AiDeps = {
    site: { read: async () => ({ aiTools: true, aiLimits: settings.limits }) },
    ...rest,
    settings,
    analysts,
    provider,
    refused: createRefusedAskers(),
    material: createMaterialFinder(dependencies),
  };
  return {
    http: createAiHttp(deps),
    describe: () => ({ provider: provider !== null, models, modelLabel: modelLabel(models[0] ?? "") }),
    readAllowance: (viewer, address) => readAllowance(deps, viewer, address),
    answerForm: (question) => answerForm(deps, question),
    readRuns: (viewer, days) => readRuns(deps, viewer, days),
    async close() {
      provider?.close();
      await analysts.close();
    },
  };
}
