import {
  type ContractDefinition,
  type Expression,
  type FunctionCall,
  type FunctionDefinition,
  getComponents,
  getMembers,
  getSpan,
  getVariables,
  isConstructorByKeyword,
  type Member,
  type ModifierDefinition,
  type Node,
  type SourceUnit,
  type Span,
  type StructDefinition,
  type VariableDeclaration,
} from "../solidity/tree.ts";
import { buildSourcePositions } from "../source-positions.ts";
import { getRootName } from "./expressions.ts";
import {
  type Body,
  type ContractModel,
  findVariable,
  type SourceModel,
  type StateVariable,
} from "./model.ts";
import { resolveType } from "./resolve-type.ts";
import { collectNodes } from "./walk.ts";

/** The maximum length of a contract's inheritance chain. Longer ones would take quadratic time. */
const CHAIN_LENGTH_MAX = 32;

const OVERLOADS_MAX = 8;

interface DraftBody extends Body {
  readonly locals: Map<string, VariableDeclaration>;
}

interface Draft extends ContractModel {
  chain: Draft[];
  hasUnknownBase: boolean;
  variables: Map<string, StateVariable>;
  functions: Body[];
  functionsByName: Map<string, Body[]>;
  modifiers: Map<string, Body>;
}

export function buildModel(text: string, unit: SourceUnit): SourceModel {
  const pragma = unit.children.find((child) => child.type === "PragmaDirective" && child.name === "solidity");
  const version = pragma?.type === "PragmaDirective" ? findLowestVersion(pragma.value) : null;
  const definitions = unit.children.filter((child) => child.type === "ContractDefinition");
  const looseMembers = unit.children.filter(isMember);
  const structs = new Map<string, StructDefinition>();
  const otherNames = new Set<string>();
  const contractsByName = new Map<string, Draft>();
  const drafts: { draft: Draft; members: readonly Member[]; node: ContractDefinition | null }[] = [];

  for (const node of definitions) {
    const draft = draftContract(node.name, node.kind, getSpan(node));
    contractsByName.set(node.name, draft);
    drafts.push({ draft, members: getMembers(node), node });
  }
  if (looseMembers.length > 0)
    drafts.push({ draft: draftContract("", "contract", getSpan(unit)), members: looseMembers, node: null });
  for (const { members } of drafts) {
    for (const member of members) {
      if (member.type === "StructDefinition") structs.set(member.name, member);
      const isBody = member.type === "FunctionDefinition" || member.type === "ModifierDefinition";
      if (!isBody && "name" in member && member.name !== null) otherNames.add(member.name);
    }
  }
  const nodeByDraft = new Map(drafts.map(({ draft, node }) => [draft, node]));
  for (const { draft } of drafts) linkBases(draft, contractsByName, nodeByDraft);
  const isOld = version !== null && version[0] === 0 && version[1] < 5;
  const bodies = drafts.flatMap(({ draft, members }) =>
    members.flatMap((member) => addMember(draft, member, isOld)),
  );
  const model: SourceModel = {
    text,
    positions: buildSourcePositions(text),
    pragma: pragma?.type === "PragmaDirective" ? pragma : null,
    version,
    contracts: drafts.map(({ draft }) => draft),
    contractsByName,
    structs,
    otherNames,
    bodies,
  };
  if (isOld) for (const body of bodies) markPointers(model, body);
  return model;
}

/**
 * Gives each `var` the type of its value, and marks storage pointers. Before 0.5, `var a = accounts[x];` and `Account a
 * = accounts[x];` are storage pointers even without the keyword `storage`.
 */
function markPointers(model: SourceModel, body: DraftBody): void {
  for (const [name, local] of body.locals) {
    const value = body.firstValues.get(name);
    if (local.storageLocation !== null || value === undefined || body.parameters.has(name)) continue;
    const type = resolveType(model, body, value);
    const isReference =
      type?.type === "Mapping" ||
      type?.type === "ArrayTypeName" ||
      (type?.type === "UserDefinedTypeName" && model.structs.has(type.namePath));
    const root = getRootName(value);
    const isStored =
      root !== null &&
      (body.locals.get(root)?.storageLocation === "storage" ||
        (!body.locals.has(root) && findVariable(body.contract, root) !== undefined));
    const storageLocation = isReference && isStored ? "storage" : null;
    body.locals.set(name, { ...local, typeName: local.typeName ?? type, storageLocation });
  }
}

const isMember = (child: Node): child is Member =>
  !["PragmaDirective", "ImportDirective", "ContractDefinition", "FileLevelConstant"].includes(child.type);

function draftContract(name: string, kind: ContractModel["kind"], span: Span): Draft {
  return {
    name,
    kind,
    span,
    chain: [],
    hasUnknownBase: false,
    variables: new Map(),
    functions: [],
    functionsByName: new Map(),
    modifiers: new Map(),
  };
}

/** Links a contract to its bases, nearest first: the bases listed last in `is` take precedence. */
function linkBases(
  draft: Draft,
  contractsByName: ReadonlyMap<string, Draft>,
  nodeByDraft: ReadonlyMap<Draft, ContractDefinition | null>,
): void {
  const queue = [draft];
  for (let index = 0; index < queue.length && draft.chain.length < CHAIN_LENGTH_MAX; index += 1) {
    const next = queue[index];
    if (next === undefined || draft.chain.includes(next)) continue;
    draft.chain.push(next);
    for (const base of [...(nodeByDraft.get(next)?.baseContracts ?? [])].reverse()) {
      const baseDraft = contractsByName.get(base.baseName.namePath);
      if (baseDraft === undefined) draft.hasUnknownBase = true;
      else if (queue.length < CHAIN_LENGTH_MAX * CHAIN_LENGTH_MAX) queue.push(baseDraft);
    }
  }
}

function addMember(draft: Draft, member: Member, isOld: boolean): DraftBody[] {
  if (member.type === "StateVariableDeclaration") {
    const [node] = member.variables;
    if (!node?.name) return [];
    const { name } = node;
    const isChangeable = node.isDeclaredConst !== true && node.isImmutable !== true;
    draft.variables.set(name, {
      name,
      node,
      initialValue: member.initialValue,
      contract: draft,
      isChangeable,
    });
  } else if (member.type === "FunctionDefinition") {
    const body = draftBody(draft, member, isOld);
    draft.functions.push(body);
    const overloads = draft.functionsByName.get(body.name) ?? [];
    if (overloads.length < OVERLOADS_MAX) draft.functionsByName.set(body.name, [...overloads, body]);
    return [body];
  } else if (member.type === "ModifierDefinition") {
    const body = draftBody(draft, member, isOld);
    draft.modifiers.set(member.name, body);
    return [body];
  }
  return [];
}

function draftBody(
  contract: Draft,
  node: FunctionDefinition | ModifierDefinition,
  isOld: boolean,
): DraftBody {
  const isFunction = node.type === "FunctionDefinition";
  const isConstructor =
    isFunction &&
    (isConstructorByKeyword(node) || (isOld && node.name !== "" && node.name === contract.name));
  const name = isConstructor ? "constructor" : getName(node);
  const isPublic =
    isFunction &&
    (node.visibility === "public" ||
      node.visibility === "external" ||
      node.isFallback ||
      node.isReceiveEther ||
      (node.visibility === "default" && isOld));
  const parents = new Map<Node, Node>();
  const nodes = node.body === null ? [] : collectNodes(node.body, parents);
  const locals = new Map<string, VariableDeclaration>();
  const parameters = node.parameters ?? [];
  const results = isFunction ? (node.returnParameters ?? []) : [];
  const variables = nodes.filter((inner) => inner.type === "VariableDeclaration");
  for (const local of [...parameters, ...results, ...variables])
    if (local.name !== null) locals.set(local.name, local);
  return {
    contract,
    node,
    name,
    isEntry: isPublic && !isConstructor && contract.kind !== "interface" && contract.kind !== "library",
    isView: isFunction && ["view", "pure", "constant"].includes(node.stateMutability ?? ""),
    isConstructor,
    isPayable: isFunction && (node.stateMutability === "payable" || node.isReceiveEther),
    modifierInvocations: isFunction ? node.modifiers : [],
    locals,
    parameters: new Set(parameters.flatMap(({ name }) => name ?? [])),
    firstValues: findFirstValues(nodes, locals),
    nodes,
    calls: nodes.filter((inner): inner is FunctionCall => inner.type === "FunctionCall"),
    parents,
  };
}

function getName(node: FunctionDefinition | ModifierDefinition): string {
  if (node.type === "ModifierDefinition") return node.name;
  if (isConstructorByKeyword(node)) return "constructor";
  if (node.isReceiveEther) return "receive";
  if (node.isFallback) return "fallback";
  return node.name ?? "";
}

function findFirstValues(nodes: Body["nodes"], locals: Body["locals"]): Map<string, Expression> {
  const values = new Map<string, Expression>();
  const setFirst = (name: string | null | undefined, value: Expression | null) => {
    if (name && value !== null && !values.has(name)) values.set(name, value);
  };
  for (const node of nodes) {
    if (node.type === "VariableDeclarationStatement") {
      for (const variable of getVariables(node)) setFirst(variable?.name, node.initialValue);
    } else if (node.type === "BinaryOperation" && node.operator === "=") {
      const { left } = node;
      const targets = left.type === "TupleExpression" ? getComponents(left) : [left];
      for (const target of targets) {
        if (target?.type === "Identifier" && locals.has(target.name)) setFirst(target.name, node.right);
      }
    }
  }
  return values;
}

/** The first version in a pragma: the lowest one allowed for ^, >= and exact versions. */
function findLowestVersion(pragma: string): [major: number, minor: number] | null {
  const match = /(?<!\d)(\d+)\s{0,9}\.\s{0,9}(\d+)/.exec(pragma.slice(0, 100));
  return match === null ? null : [Number(match[1]), Number(match[2])];
}
