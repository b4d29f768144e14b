import { parseCallArguments, parseExpression } from "./parse-expression.ts";
import { parseMember } from "./parse-member.ts";
import { parsePath } from "./parse-type.ts";
import type { TokenCursor } from "./token-cursor.ts";
import type { ContractDefinition, InheritanceSpecifier, Member } from "./tree.ts";

/** `contract A is B, C(1) { … }`, an interface or a library. */
export function parseContract(cursor: TokenCursor): ContractDefinition {
  const { start } = cursor.peek();
  const isAbstract = cursor.takeIf("abstract");
  const word = cursor.take().text;
  const kind = isAbstract ? "abstract" : word === "interface" || word === "library" ? word : "contract";
  const name = cursor.expectName(`the name of the ${word}`).text;
  const baseContracts: InheritanceSpecifier[] = [];
  // A place for the storage may stand before the bases or after them.
  while (!cursor.sees("{")) {
    if (cursor.takeIf("is")) {
      do baseContracts.push(parseBase(cursor));
      while (cursor.takeIf(","));
    } else if (cursor.sees("layout")) {
      cursor.take();
      cursor.take();
      parseExpression(cursor);
    } else cursor.fail(`"{" after the name of the ${word}`);
  }
  const opening = cursor.take();
  const subNodes: Member[] = [];
  while (!cursor.sees("}")) {
    if (cursor.peek().kind === "end") {
      cursor.fail(
        `a "}" that closes the ${word} ${name} (opened on line ${lineOf(cursor.source, opening.start)})`,
      );
    }
    subNodes.push(parseMember(cursor, word === "interface"));
  }
  cursor.take();
  return { type: "ContractDefinition", name, kind, baseContracts, subNodes, start, end: cursor.lastEnd };
}

function parseBase(cursor: TokenCursor): InheritanceSpecifier {
  const baseName = parsePath(cursor, "the name of a base contract");
  const values = cursor.sees("(") ? parseCallArguments(cursor) : [];
  return {
    type: "InheritanceSpecifier",
    baseName,
    arguments: values,
    start: baseName.start,
    end: cursor.lastEnd,
  };
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
