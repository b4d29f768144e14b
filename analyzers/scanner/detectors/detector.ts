import type { Finding } from "#core/ai/analysis.ts";
import type { Access } from "../model/access.ts";
import type { CallGraph } from "../model/call-graph.ts";
import type { Call } from "../model/classify-call.ts";
import type { Body, ContractModel, SourceModel } from "../model/model.ts";
import type { Summary } from "../model/summaries.ts";
import { getSpan, type Node, type Span } from "../solidity/tree.ts";

export type DetectorFunction = (context: Context) => readonly Match[];

export interface Context {
  readonly model: SourceModel;
  readonly graph: CallGraph;
  readonly access: Access;
  readonly summarize: (body: Body) => Summary;
  /** Functions, constructors and modifiers with a body. */
  readonly bodies: readonly Body[];
}

export interface Match {
  readonly span: Span;
  readonly body: Body | null;
  readonly contract: ContractModel | null;
  /** A sentence about this occurrence, shown before the general explanation. */
  readonly detail?: string;
  readonly confidence?: Finding["confidence"];
}

export const createMatch = (body: Body, location: Node | Span, detail?: string): Match => ({
  span: "type" in location ? getSpan(location) : location,
  body,
  contract: body.contract,
  ...(detail === undefined ? {} : { detail }),
});

/** Creates a detector of matching nodes. */
export const createNodeDetector =
  (isMatch: (node: Node, body: Body, context: Context) => boolean): DetectorFunction =>
  (context) =>
    context.bodies.flatMap((body) =>
      body.nodes.filter((node) => isMatch(node, body, context)).map((node) => createMatch(body, node)),
    );

/** Creates a detector of matching calls. */
export const createCallDetector =
  (isMatch: (call: Call, body: Body, context: Context) => boolean, detail?: string): DetectorFunction =>
  (context) =>
    context.bodies.flatMap((body) =>
      context.graph
        .getCalls(body)
        .filter((call) => isMatch(call, body, context))
        .map(({ node }) => createMatch(body, node, detail)),
    );
