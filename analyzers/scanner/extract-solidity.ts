/**
 * The code in Markdown fences, with everything else blanked out so that lines and columns match the input. Null if
 * there are no fences.
 */
export function extractSolidity(input: string): string | null {
  const lines = input.split("\n");
  const lineLanguages: (string | null)[] = [];
  let fence: { mark: string; language: string } | null = null;
  for (const line of lines) {
    const opening = /^\s{0,3}(`{3,}|~{3,})[ \t]*([\w+-]*)/.exec(line);
    const mark = opening?.[1] ?? "";
    if (fence === null && opening !== null) {
      fence = { mark, language: (opening[2] ?? "").toLowerCase() };
      lineLanguages.push(null);
    } else if (fence !== null && opening !== null && opening[2] === "" && mark.startsWith(fence.mark)) {
      fence = null;
      lineLanguages.push(null);
    } else lineLanguages.push(fence?.language ?? null);
  }
  const fenceLanguages = lineLanguages.filter((language) => language !== null);
  if (fenceLanguages.length === 0) return null;
  const isSolidity = (language: string | null | undefined) => language === "solidity" || language === "sol";
  const hasSolidity = fenceLanguages.some(isSolidity);
  return lines
    .map((line, index) => {
      const language = lineLanguages[index];
      return (hasSolidity ? isSolidity(language) : language !== null) ? line : " ".repeat(line.length);
    })
    .join("\n");
}
