import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";

type Package = typeof import("@solidity-parser/parser");

/** The part of ANTLR's interpreter that decides between a rule's alternatives. */
interface Prediction {
  readonly parser: { readonly ruleNames: readonly string[] };
  readonly atn: { readonly decisionToState: readonly { readonly ruleIndex: number }[] };
  readonly _dfa: { readonly decision: number };
}

/**
 * In the grammar, a name can be a variable or a type. For each name, ANTLR searches through all the rules around it,
 * finds that both are possible, and takes the first. Without this search, it takes the first at once.
 */
const AMBIGUOUS_RULE = "primaryExpression";
const CONDITION = /(?<=\.requiresFullContext && )this\.predictionMode !== \w+\.SLL/;

let isFast = true;

function needsSearch({ parser, atn, _dfa }: Prediction): boolean {
  const { ruleIndex = -1 } = atn.decisionToState[_dfa.decision] ?? {};
  return !isFast || parser.ruleNames[ruleIndex] !== AMBIGUOUS_RULE;
}

/** Loads the package with our condition for the search, because it has no option for it (decision 086). */
function loadPackage(): Package {
  const require = createRequire(import.meta.url);
  const file = require.resolve("@solidity-parser/parser");
  const source = readFileSync(file, "utf8");
  if (!CONDITION.test(source)) throw new Error("@solidity-parser/parser has changed: see load-parser.ts");
  const load = compileFunction(
    source.replace(CONDITION, "needsSearch(this)"),
    ["module", "exports", "require", "__filename", "needsSearch"],
    { filename: file },
  );
  const module = { exports: {} as Package };
  load(module, module.exports, require, file, needsSearch);
  return module.exports;
}

let loaded: Package | undefined;

/** Loaded by the first scan, because the other tools' questions shouldn't wait for it. */
function getPackage(): Package {
  loaded ??= loadPackage();
  return loaded;
}

export type ParserError = InstanceType<Package["ParserError"]>;

export const isParserError = (error: unknown): error is ParserError =>
  error instanceof getPackage().ParserError;

/**
 * The package's `parse`, about twenty times faster. If the first alternative is the wrong one, it doesn't match the
 * text, which leads to a syntax error. The text is then parsed again with the search.
 */
export const parse: Package["parse"] = (text, options) => {
  const original = getPackage();
  try {
    isFast = true;
    return original.parse(text, options);
  } catch {
    isFast = false;
    return original.parse(text, options);
  }
};
