import { z } from "zod";
import { INPUT_LIMIT } from "#core/ai/limits.ts";
import type { LookupName } from "#core/ai/lookups.ts";
import type { ToolId } from "#core/ai/tools.ts";
import { SEARCH_TEXT_MAX } from "#core/search/limits.ts";
import type { FunctionDefinition } from "../provider/function-calls.ts";

export const SEARCHED_KINDS = ["posts", "comments", "news"] as const;
export type SearchedKind = (typeof SEARCHED_KINDS)[number];
const ASSETS_MAX = 12;

const SCHEMAS = {
  search_site: z.object({
    query: z.string().trim().min(1).max(SEARCH_TEXT_MAX).describe("A few words to search for"),
    kinds: z
      .array(z.enum(SEARCHED_KINDS))
      .max(3)
      .optional()
      .describe("What to search; everything by default"),
  }),
  get_prices: z.object({
    assets: z
      .array(z.string().trim().min(1).max(60))
      .min(1)
      .max(ASSETS_MAX)
      .describe('Symbols or names: ["BTC", "Solana"]'),
  }),
  get_news: z.object({
    topic: z
      .string()
      .trim()
      .max(SEARCH_TEXT_MAX)
      .optional()
      .describe("A topic; without one, the latest news"),
  }),
  scan_contract: z.object({
    source: z.string().trim().min(1).max(INPUT_LIMIT).describe("Solidity source code"),
  }),
} satisfies Record<LookupName, z.ZodObject>;

const DESCRIPTIONS: Readonly<Record<LookupName, string>> = {
  search_site: "Searches this site's forum posts, their comments and its news, and returns the best matches.",
  get_prices: "Returns this site's latest prices of crypto assets, and how they changed.",
  get_news: "Returns this site's newest articles on a topic, newest first.",
  scan_contract:
    "Scans a Solidity contract with this site's scanner and returns its findings with their lines.",
};

/**
 * The lookups that each tool's model may use. The scanner has already scanned its input, so its model uses
 * scan_contract for other code.
 */
const ALLOWED_LOOKUPS: Readonly<Record<ToolId, readonly LookupName[]>> = {
  chatbot: ["search_site", "get_prices", "get_news", "scan_contract"],
  sentiment: ["search_site", "get_prices", "get_news"],
  prediction: ["search_site", "get_prices", "get_news"],
  generator: ["search_site", "get_prices", "get_news"],
  optimizer: ["search_site", "get_prices", "get_news"],
  scanner: ["search_site", "scan_contract"],
};

export function listDefinitions(tool: ToolId): readonly FunctionDefinition[] {
  return ALLOWED_LOOKUPS[tool].map((name) => DEFINITIONS[name]);
}

const DEFINITIONS = Object.fromEntries(
  (Object.keys(SCHEMAS) as LookupName[]).map((name) => {
    const { $schema, ...parameters } = z.toJSONSchema(SCHEMAS[name], { io: "input" });
    return [name, { type: "function", function: { name, description: DESCRIPTIONS[name], parameters } }];
  }),
) as Readonly<Record<LookupName, FunctionDefinition>>;

export type LookupCall = {
  readonly [Name in LookupName]: { readonly name: Name } & z.output<(typeof SCHEMAS)[Name]>;
}[LookupName];

/** Validates a model's call. If it is invalid, returns what is wrong with it, for the model. */
export function parseLookupCall(
  tool: ToolId,
  { name, arguments: text }: { readonly name: string; readonly arguments: string },
): { readonly ok: true; readonly call: LookupCall } | { readonly ok: false; readonly problem: string } {
  const allowedName = ALLOWED_LOOKUPS[tool].find((candidate) => candidate === name);
  if (allowedName === undefined)
    return {
      ok: false,
      problem: `There is no such function. You can call: ${ALLOWED_LOOKUPS[tool].join(", ")}.`,
    };
  const values = parseArguments(text);
  if (values === null) return { ok: false, problem: "The arguments are not a JSON object." };
  const parsed = SCHEMAS[allowedName].safeParse(values);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join(".") || "arguments"}: ${message}`,
    );
    return { ok: false, problem: `Invalid arguments. ${problems.slice(0, 3).join("; ")}` };
  }
  return { ok: true, call: { name: allowedName, ...parsed.data } as LookupCall };
}

/** Parses arguments. Some models send null for omitted arguments, or nothing at all if they omit all of them. */
function parseArguments(text: string): object | null {
  try {
    const values: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    if (typeof values !== "object" || values === null || Array.isArray(values)) return null;
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  } catch {
    return null;
  }
}

/** Returns what a call looks up or scans, for display. Empty if there is nothing to show. */
export function describeSubject(call: LookupCall): string {
  switch (call.name) {
    case "search_site":
      return call.query;
    case "get_prices":
      return call.assets.join(", ");
    case "get_news":
      return call.topic ?? "";
    case "scan_contract":
      return /\b(?:contract|library|interface)\s+([\w$]{1,60})/.exec(call.source)?.[1] ?? "";
  }
}
