const LESS_RISK = new RegExp(
  [
    "(?:i )?(?:can'?t|cannot|can ?not|don'?t) sleep\\b[^,.;\\n]{0,60}",
    "(?:so (?:that )?)?i (?:can )?sleep (?:well|better|at night)",
    "(?:(?:i )?(?:want|need|would like|prefer) (?:it |something |a |to be )?|make (?:it|this|them) |(?:a )?(?:bit|little|much) )*(?:calm(?:er)?|safer|more (?:stable|conservative|defensive|cautious)|conservative|defensive|less (?:risky|volatile|risk|volatility)|low(?:er)?[- ](?:risk|volatility)|(?:lower|reduce|minimi[sz]e|cut) (?:the |my )?(?:risk|volatility))",
  ]
    .map((pattern) => `\\b(?:${pattern})(?![\\p{L}\\p{N}])`)
    .join("|"),
  "giu",
);

/** Whether the input asks for less risk, as in "make it calmer". `rest`: the input without these words. */
export function parseRiskPreference(input: string) {
  const rest = input.replace(/’/g, "'").replace(LESS_RISK, " ");
  const wantsLessRisk = rest.length < input.length;
  return { wantsLessRisk, rest: wantsLessRisk ? rest : input };
}
