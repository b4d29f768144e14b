import { getOwn } from "#core/get-own.ts";

const SYMBOLS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π " +
    "rho ρ sigma σ tau τ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ " +
    "Omega Ω hbar ħ ell ℓ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ pm ± mp ∓ times × cdot · div ÷ le ≤ leq ≤ ge ≥ geq ≥ " +
    "ne ≠ neq ≠ approx ≈ equiv ≡ sim ~ propto ∝ to → rightarrow → leftarrow ← Rightarrow ⇒ mapsto ↦ in ∈ notin ∉ subset ⊂ " +
    "cup ∪ cap ∩ forall ∀ exists ∃ neg ¬ land ∧ lor ∨ oplus ⊕ otimes ⊗ langle ⟨ rangle ⟩ lvert | rvert | vert | mid | " +
    "ldots … dots … cdots … dagger † circ ∘ prime ′ ll ≪ gg ≫"
  )
    .split(" ")
    .reduce<[string, string][]>((pairs, word, index, all) => {
      if (index % 2 === 0) pairs.push([word, all[index + 1] ?? ""]);
      return pairs;
    }, []),
);
const FUNCTIONS = new Set(
  "log ln lg exp sin cos tan sinh cosh tanh arcsin arccos arctan min max sup inf lim det dim gcd arg Pr".split(
    " ",
  ),
);
const SUPERSCRIPTS = { from: "0123456789+-=()ni", to: "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ" };
const SUBSCRIPTS = { from: "0123456789+-=()", to: "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎" };

/** Longer formulas aren't readable as text. */
const LENGTH_MAX = 80;

/** Converts TeX to one line of plain text, or to "…" if the result wouldn't be readable. */
export function readFormula(tex: string): string {
  if (tex.length > 3 * LENGTH_MAX) return "…";
  let text = tex
    .replace(/\\(?:left|right|[bB]igg?[lr]?|displaystyle|limits|quad|qquad)(?![A-Za-z])|\\[,;:! ]|~/g, " ")
    .replace(/\\(?:text|textbf|mathrm|mathbf|mathit|mathcal|mathbb|operatorname)\s*\{([^{}\\]*)\}/g, "$1")
    .replace(/\\([A-Za-z]+)/g, (command, name: string) =>
      FUNCTIONS.has(name) ? name : (getOwn(SYMBOLS, name) ?? command),
    )
    .replaceAll("\\{", "⦃")
    .replaceAll("\\}", "⦄")
    .replace(/\\([%$#_|])/g, "$1");
  // From the inside out: each round resolves braces without nested braces.
  for (let before = ""; before !== text; ) {
    before = text;
    text = text
      .replace(
        /\\[dt]?frac ?\{([^{}]*)\} ?\{([^{}]*)\}/g,
        (_, numerator: string, denominator: string) =>
          `${parenthesize(numerator)}/${parenthesize(denominator)}`,
      )
      .replace(/\\sqrt ?\{([^{}]*)\}/g, (_, radicand: string) => `√${parenthesize(radicand)}`)
      .replace(/\^(?:\{([^{}]*)\}|([^{}\\\s]))/g, (_, braced = "", single = "") =>
        toScript("^", braced + single, SUPERSCRIPTS),
      )
      .replace(/_(?:\{([^{}]*)\}|([^{}\\\s]))/g, (_, braced = "", single = "") =>
        toScript("_", braced + single, SUBSCRIPTS),
      )
      .replace(/(?<![A-Za-z\\^_}])\{([^{}\\]*)\}/g, "$1");
  }
  text = text
    .replaceAll("\u0001", "^")
    .replaceAll("\u0002", "_")
    .replaceAll("⦃", "{")
    .replaceAll("⦄", "}")
    .replace(/\s+/g, " ")
    .trim();
  return /[\\&]|\{\}/.test(text) || text === "" || text.length > LENGTH_MAX ? "…" : text;
}

/** Adds parentheses, unless the part is a single number or word. */
const parenthesize = (part: string) =>
  /^[\p{L}\p{N}]*$/u.test(part.trim()) ? part.trim() : `(${part.trim()})`;

/**
 * Converts text to superscript or subscript characters. If a character has no such form, puts "^" or "_" before the
 * text instead. A control character represents the sign until the end, so that it isn't processed again.
 */
function toScript(sign: "^" | "_", part: string, { from, to }: { from: string; to: string }): string {
  const characters = [...part];
  if (characters.length > 0 && characters.every((character) => from.includes(character))) {
    const forms = [...to];
    return characters.map((character) => forms[from.indexOf(character)]).join("");
  }
  return sign === "_" ? `\u0002${parenthesize(part)}` : `\u0001${characters.length > 1 ? `(${part})` : part}`;
}
