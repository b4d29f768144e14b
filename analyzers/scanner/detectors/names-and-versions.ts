import { allowsVersionBefore, type Body, findVariable } from "../model/model.ts";
import { getSpan, getStart, getVariables, type Node, type PragmaDirective } from "../solidity/tree.ts";
import { findAssignments } from "./assignments.ts";
import {
  type Context,
  createMatch,
  createNodeDetector,
  type DetectorFunction,
  type Match,
} from "./detector.ts";

const createPragmaMatch = (node: PragmaDirective): Match => ({
  span: getSpan(node),
  body: null,
  contract: null,
});

function findFloatingPragmas({ model: { pragma } }: Context): Match[] {
  return pragma !== null && /[\^<>~*|]|\s-\s/.test(pragma.value) ? [createPragmaMatch(pragma)] : [];
}

function findOldCompilers({ model }: Context): Match[] {
  return model.pragma !== null && allowsVersionBefore(model, 8) ? [createPragmaMatch(model.pragma)] : [];
}

function findMissingPragmas({ model }: Context): Match[] {
  const first = model.contracts.find(({ name }) => name !== "");
  return model.pragma === null && first !== undefined
    ? [{ span: first.span, body: null, contract: first }]
    : [];
}

function findShadowedState({ model }: Context): Match[] {
  const matches: Match[] = [];
  for (const contract of model.contracts) {
    for (const [name, { node }] of contract.variables) {
      const base = contract.chain.slice(1).find(({ variables }) => {
        const inheritedVariable = variables.get(name);
        return inheritedVariable !== undefined && inheritedVariable.node.visibility !== "private";
      });
      if (base !== undefined)
        matches.push({
          span: getSpan(node),
          body: null,
          contract,
          detail: `\`${base.name}\` also has a variable with this name.`,
        });
    }
  }
  return matches;
}

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

function isUninitializedPointer(node: Node, body: Body, { model }: Context): boolean {
  if (node.type !== "VariableDeclarationStatement" || node.initialValue !== null) return false;
  const [variable] = getVariables(node);
  if (!variable?.name || body.firstValues.has(variable.name)) return false;
  const { typeName, storageLocation } = variable;
  const isReference =
    typeName?.type === "ArrayTypeName" ||
    (typeName?.type === "UserDefinedTypeName" && model.structs.has(typeName.namePath));
  return (
    isReference &&
    (storageLocation === "storage" || (storageLocation === null && allowsVersionBefore(model, 5)))
  );
}

function findWrongConstructors({ model, summarize, bodies }: Context): Match[] {
  const contractsWithConstructor = new Set(
    bodies.filter(({ isConstructor }) => isConstructor).map(({ contract }) => contract),
  );
  return bodies
    .filter(
      (body) =>
        body.isEntry &&
        !body.isView &&
        body.contract.name !== "" &&
        !contractsWithConstructor.has(body.contract),
    )
    .filter((body) => {
      const contractName = body.contract.name;
      if (body.node.type === "FunctionDefinition" && body.node.name === "constructor") return true;
      if (!allowsVersionBefore(model, 5)) return body.name === contractName;
      // A function such as `vote` in a contract Vote is taken for a misspelled constructor only if it sets state and
      // takes no ether.
      if (body.isPayable || findAssignments(body).length === 0) return false;
      return (
        body.name.toLowerCase() === contractName.toLowerCase() ||
        (contractName.length > 4 && isOneEditApart(body.name, contractName))
      );
    })
    .filter((body) => summarize(body).writes.size > 0)
    .map((body) => createMatch(body, body.node));
}

/** Whether two names differ by one letter that is substituted, inserted or deleted. */
function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let position = 0;
  while (position < short.length && short[position] === long[position]) position += 1;
  return short.slice(short.length === long.length ? position + 1 : position) === long.slice(position + 1);
}

function findDefaultVisibilities({ bodies }: Context): Match[] {
  const isDefault = ({ node, contract, isConstructor }: Body): boolean =>
    node.type === "FunctionDefinition" &&
    node.visibility === "default" &&
    !isConstructor &&
    contract.name !== "" &&
    contract.kind !== "interface";
  return bodies.filter(isDefault).map((body) => createMatch(body, body.node));
}

export const NAMES_AND_VERSIONS = {
  "wrong-constructor": findWrongConstructors,
  "default-visibility": findDefaultVisibilities,
  "uninitialized-storage": createNodeDetector(isUninitializedPointer),
  "shadowed-state": findShadowedState,
  "shadowed-name": findShadowedNames,
  "outdated-compiler": findOldCompilers,
  "floating-pragma": findFloatingPragmas,
  "missing-pragma": findMissingPragmas,
} satisfies Readonly<Record<string, DetectorFunction>>;
