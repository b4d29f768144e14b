/** Words that a model's name writes in its own way. */
const AS_WRITTEN: Readonly<Record<string, string>> = {
  gpt: "GPT",
  ai: "AI",
  deepseek: "DeepSeek",
  oss: "OSS",
};

/** A model's name as a person reads it: "google/gemini-2.5-flash" is "Gemini 2.5 Flash". */
export function modelLabel(model: string): string {
  const name =
    model
      .split("/")
      .at(-1)
      ?.replace(/:(?:latest|free)$/, "") ?? model;
  const words = name.split(/[-_:\s]+/).filter((word) => word !== "");
  if (words.length === 0) return model;
  return words
    .map((word) => AS_WRITTEN[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
