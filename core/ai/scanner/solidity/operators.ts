/** The signs and words of expressions. */

/** How tightly an operator binds; the loosest is assignment. */
export const BINDING: Readonly<Record<string, number>> = {
  "||": 3,
  "&&": 4,
  "==": 5,
  "!=": 5,
  "<": 6,
  ">": 6,
  "<=": 6,
  ">=": 6,
  "|": 7,
  "^": 8,
  "&": 9,
  "<<": 10,
  ">>": 10,
  ">>>": 10,
  "+": 11,
  "-": 11,
  "*": 12,
  "/": 12,
  "%": 12,
  "**": 13,
};
export const ASSIGNMENT = 1;
export const CONDITION = 2;
export const PREFIX = 14;
const ASSIGNMENTS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", ">>>="]);
export const PREFIXES = new Set(["!", "~", "-", "+", "++", "--", "delete", "after"]);
export const UNITS = new Set("wei gwei szabo finney ether seconds minutes hours days weeks years".split(" "));

export const isAssignment = (operator: string): boolean => ASSIGNMENTS.has(operator);

/** Words that begin no expression. */
export const NOT_EXPRESSIONS = new Set(
  (
    "abstract assembly break contract continue do else enum event for if import interface library modifier pragma return " +
    "struct throw try using while emit public private internal external memory storage returns"
  ).split(" "),
);
