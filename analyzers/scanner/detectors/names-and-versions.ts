import { type Body, findVariable, isBefore } from "../model/model.ts";
import {
  type FunctionDefinition,
  getSpan,
  getStart,
  getVariables,
  type PragmaDirective,
} from "../solidity/tree.ts";
import { findAssignments } from "./assignments.ts";
import { type Context, createMatch, type DetectorFunction, type Match } from "./detector.ts";

const createFileMatch = (node: PragmaDirective): Match => ({ at: getSpan(node), body: null, contract: null });

function findFloatingPragmas({ model: { pragma } }: Context): Match[] {
  return pragma !== null && /[\^<>~*|]|\s-\s/.test(pragma.value) ? [createFileMatch(pragma)] : [];
}

function findOldCompilers({ model }: Context): Match[] {
  return model.pragma !== null && isBefore(model, 8) ? [createFileMatch(model.pragma)] : [];
}

function findMissingPragmas({ model }: Context): Match[] {
  const first = model.contracts.find(({ name }) => name !== "");
  return model.pragma === null && first !== undefined ? [{ at: first.at, body: null, contract: first }] : [];
}

function findShadowedState({ model }: Context): Match[] {
  const matches: Match[] = [];
  for (const contract of model.contracts) {
    for (const [name, { node }] of contract.variables) {
      const base = contract.chain
        .slice(1)
        .find((link) => isVisible(link.variables.get(name)?.node.visibility));
      if (base !== undefined)
        matches.push({
          at: getSpan(node),
          body: null,
          contract,
          detail: `\`${base.name}\` also has a variable with this name.`,
        });
    }
  }
  return matches;
}

const isVisible = (visibility: string | undefined): boolean =>
  visibility !== undefined && visibility !== "private";

function findShadowedNames({ bodies }: Context): Match[] {
  const matches: Match[] = [];
  for (const body of bodies) {
    for (const [name, local] of body.locals) {
      const variable = findVariable(body.contract, name);
      if (variable === undefined) continue;
      if (variable.contract !== body.contract && variable.node.visibility === "private") continue;
      matches.push(
        createMatch(body, { start: getStart(local.identifier ?? local), end: getSpan(local).end }),
      );
    }
  }
  return matches;
}

function findStoragePointers({ model, bodies }: Context): Match[] {
  const matches: Match[] = [];
  for (const body of bodies) {
    for (const node of body.nodes) {
      if (node.type !== "VariableDeclarationStatement" || node.initialValue !== null) continue;
      const [variable] = getVariables(node);
      if (!variable?.name || body.firstValues.has(variable.name)) continue;
      const { typeName, storageLocation } = variable;
      const isReference =
        typeName?.type === "ArrayTypeName" ||
        (typeName?.type === "UserDefinedTypeName" && model.structs.has(typeName.namePath));
      if (isReference && (storageLocation === "storage" || (storageLocation === null && isBefore(model, 5))))
        matches.push(createMatch(body, node));
    }
  }
  return matches;
}

function findWrongConstructors({ model, summarize, bodies }: Context): Match[] {
  const withConstructor = new Set(
    bodies.filter(({ isConstructor }) => isConstructor).map(({ contract }) => contract),
  );
  return bodies
    .filter(
      (body) =>
        body.isEntry && !body.isView && body.contract.name !== "" && !withConstructor.has(body.contract),
    )
    .filter((body) => {
      const own = body.contract.name;
      if (body.node.type === "FunctionDefinition" && body.node.name === "constructor") return true;
      if (!isBefore(model, 5)) return body.name === own;
      // `vote` in a contract Vote isn't a constructor, but a function that sets state and takes no ether may have been
      // meant as one.
      if (body.isPayable || findAssignments(body).length === 0) return false;
      return (
        body.name.toLowerCase() === own.toLowerCase() || (own.length > 4 && isOneEditApart(body.name, own))
      );
    })
    .filter((body) => summarize(body).writes.size > 0)
    .map((body) => createMatch(body, body.node));
}

/** Whether two names have an edit distance of one: a letter substituted, inserted or deleted. */
function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let position = 0;
  while (position < short.length && short[position] === long[position]) position += 1;
  return short.slice(short.length === long.length ? position + 1 : position) === long.slice(position + 1);
}

function findDefaultVisibilities({ bodies }: Context): Match[] {
  return bodies
    .filter(
      (body) =>
        body.node.type === "FunctionDefinition" &&
        !body.isConstructor &&
        hasDefaultVisibility(body.node, body),
    )
    .map((body) => createMatch(body, body.node));
}

const hasDefaultVisibility = (node: FunctionDefinition, { contract }: Body): boolean =>
  node.visibility === "default" && contract.name !== "" && contract.kind !== "interface";

/** Keyed by catalog id. */
export const NAMES_AND_VERSIONS = {
  "wrong-constructor": findWrongConstructors,
  "default-visibility": findDefaultVisibilities,
  "uninitialized-storage": findStoragePointers,
  "shadowed-state": findShadowedState,
  "shadowed-name": findShadowedNames,
  "outdated-compiler": findOldCompilers,
  "floating-pragma": findFloatingPragmas,
  "missing-pragma": findMissingPragmas,
} satisfies Readonly<Record<string, DetectorFunction>>;
