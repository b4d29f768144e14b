import { isExternalInput, isOutsider } from "../model/caller-input.ts";
import type { Call } from "../model/classify-call.ts";
import { findConditions } from "../model/conditions.ts";
import {
  expandNodes,
  findStateVariable,
  isCallerInput,
  isHash,
  isSender,
  mentionsSender,
  unwrap,
} from "../model/expressions.ts";
import { type Body, isInteger, type StateVariable } from "../model/model.ts";
import { parsePayment } from "../model/payments.ts";
import type { Expression, FunctionCall, Node } from "../solidity/tree.ts";
import {
  type Context,
  createCallDetector,
  createMatch,
  type DetectorFunction,
  type Match,
} from "./detector.ts";

const EQUALITIES = new Set(["==", "!="]);

/** Finds rewards for the first correct answer, which others can copy from the pending transaction. */
function findRevealedAnswers(context: Context): Match[] {
  const { graph, access } = context;
  const matches: Match[] = [];
  for (const body of context.bodies) {
    if (!body.isEntry || !body.nodes.some((node) => isAnswerCheck(context, body, node))) continue;
    // The sender has already committed to an answer, or only certain senders may answer.
    if (findConditions(body).some(({ expression }) => mentionsSender(body, expression))) continue;
    const payment = graph.getCalls(body).find((call) => {
      const to = parsePayment(call)?.to;
      return to !== undefined && isOutsider(graph, body, to) && access.isOpenAt(body, call.node);
    });
    if (payment !== undefined)
      matches.push(createMatch(body, payment.node, "The answer can be read in the pending transaction."));
  }
  return matches;
}

/** Whether a node checks a hash that contains an answer but not the sender: `keccak256(answer) == answerHash`. */
function isAnswerCheck(context: Context, body: Body, node: Node): boolean {
  if (node.type !== "BinaryOperation" || !EQUALITIES.has(node.operator)) return false;
  return [
    [node.left, node.right],
    [node.right, node.left],
  ].some(([side, other]) => {
    if (side === undefined || other === undefined || findStateVariable(body, other) === undefined)
      return false;
    const nodes = expandNodes(body, side);
    return (
      nodes.some(isHash) &&
      !nodes.some(isSender) &&
      nodes.some((inner) => inner.type === "Identifier" && isExternalInput(context.graph, body, inner))
    );
  });
}

/** Positions of the minimum amounts among the arguments of Uniswap's functions. */
const MINIMUM_AMOUNT_POSITIONS = new Map<string, readonly number[]>(
  Object.entries({
    swapExactTokensForTokens: [1],
    swapExactTokensForETH: [1],
    swapExactETHForTokens: [0],
    swapExactTokensForTokensSupportingFeeOnTransferTokens: [1],
    swapExactTokensForETHSupportingFeeOnTransferTokens: [1],
    swapExactETHForTokensSupportingFeeOnTransferTokens: [0],
    addLiquidity: [4, 5],
    addLiquidityETH: [2, 3],
    removeLiquidity: [3, 4],
    removeLiquidityWithPermit: [3, 4],
    removeLiquidityETH: [2, 3],
    removeLiquidityETHWithPermit: [2, 3],
    removeLiquidityETHSupportingFeeOnTransferTokens: [2, 3],
    removeLiquidityETHWithPermitSupportingFeeOnTransferTokens: [2, 3],
  }),
);

/** Whether a swap or a change of liquidity invites sandwich attacks because it has no slippage protection. */
function isUnprotectedSwap({ kind, method, node }: Call, body: Body): boolean {
  if (kind !== "external") return false;
  if (method === "exactInput" || method === "exactInputSingle") {
    const [first] = node.arguments;
    const value = first?.type === "Identifier" ? body.firstValues.get(first.name) : first;
    return value?.type === "FunctionCall" && isZero(body, findMinimumOut(method, value));
  }
  const positions = MINIMUM_AMOUNT_POSITIONS.get(method) ?? [];
  const values = positions.map((position) => node.arguments[position]);
  return values.length > 0 && values.every((value) => isZero(body, value));
}

/** Finds `amountOutMinimum` in the parameters of a Uniswap v3 swap, by name or position. */
function findMinimumOut(method: string, { names, arguments: values }: FunctionCall): Expression | undefined {
  if (names.length > 0) return values[names.indexOf("amountOutMinimum")];
  return values.at(method === "exactInput" ? -1 : -2);
}

function isZero(body: Body, value: Expression | undefined): boolean {
  const inner = value === undefined ? undefined : unwrap(value);
  const first =
    inner?.type === "Identifier" && !body.parameters.has(inner.name)
      ? body.firstValues.get(inner.name)
      : inner;
  const literal = first === undefined ? undefined : unwrap(first);
  return literal?.type === "NumberLiteral" && Number(literal.number) === 0;
}

const PRICE_NAME = /price|cost|rate/i;

/** Finds prices that can be changed just before a purchase takes the buyer's tokens. */
function findMovingPrices(context: Context): Match[] {
  const { graph } = context;
  const matches: Match[] = [];
  for (const body of context.bodies) {
    if (!body.isEntry || body.isView) continue;
    const isMovingByPrice = new Map<StateVariable, boolean>();
    for (const { node, method } of graph.getCalls(body)) {
      if (!/^(?:safeT|t)ransferFrom$/.test(method)) continue;
      const [payer, , amount] = node.arguments.slice(-3);
      if (payer === undefined || amount === undefined || !isOutsider(graph, body, payer)) continue;
      const price = findPrice(body, amount);
      if (price === undefined) continue;
      const isMoving =
        isMovingByPrice.get(price) ?? (isSettable(context, body, price) && !isLimited(body, price));
      isMovingByPrice.set(price, isMoving);
      if (isMoving)
        matches.push(createMatch(body, node, `\`${price.name}\` can change while the purchase is pending.`));
    }
  }
  return matches;
}

const findPrice = (body: Body, amount: Expression): StateVariable | undefined =>
  expandNodes(body, amount)
    .map((node) => (node.type === "Identifier" ? findStateVariable(body, node) : undefined))
    .find(
      (variable) =>
        variable?.isChangeable && PRICE_NAME.test(variable.name) && isInteger(variable.node.typeName),
    );

const isSettable = ({ bodies }: Context, purchase: Body, price: StateVariable): boolean =>
  bodies.some(
    (body) =>
      body !== purchase &&
      body.isEntry &&
      body.nodes.some(
        (node) =>
          node.type === "BinaryOperation" &&
          node.operator === "=" &&
          findStateVariable(body, node.left) === price &&
          isCallerInput(body, node.right),
      ),
  );

/** Whether buyers set a maximum price: the price is compared with a parameter. */
const isLimited = (body: Body, price: StateVariable): boolean =>
  body.nodes.some((node) => {
    if (node.type !== "BinaryOperation" || !/^[<>]=?$|^[!=]=$/.test(node.operator)) return false;
    const identifiers = expandNodes(body, node).filter((inner) => inner.type === "Identifier");
    return (
      identifiers.some((identifier) => findStateVariable(body, identifier) === price) &&
      identifiers.some(({ name }) => body.parameters.has(name))
    );
  });

export const FRONT_RUNNING = {
  "front-running": (context) => [
    ...findRevealedAnswers(context),
    ...createCallDetector(isUnprotectedSwap, "The minimum amount is 0.")(context),
    ...findMovingPrices(context),
  ],
} satisfies Readonly<Record<string, DetectorFunction>>;
