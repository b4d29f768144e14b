import { getOwn } from "#core/get-own.ts";

/** Words with a special spelling in model names. */
const SPECIAL_SPELLINGS: Readonly<Record<string, string>> = {
  gpt: "GPT",
  ai: "AI",
  deepseek: "DeepSeek",
  oss: "OSS",
};

/** Returns a model's display name: "google/gemini-2.5-flash" becomes "Gemini 2.5 Flash". */
export function getModelLabel(model: string): string {
  const name =
    model
      .split("/")
      .at(-1)
      ?.replace(/:(?:latest|free)$/, "") ?? model;
  const words = name.split(/[-_:\s]+/).filter((word) => word !== "");
  if (words.length === 0) return model;
  return words
    .map(
      (word) => getOwn(SPECIAL_SPELLINGS, word.toLowerCase()) ?? word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(" ");
}
