import type { Finding } from "#core/ai/analysis.ts";
import type { Access } from "../model/access.ts";
import type { CallGraph } from "../model/call-graph.ts";
import type { Body, ContractModel, SourceModel } from "../model/model.ts";
import type { Summary } from "../model/summaries.ts";
import { type Node, type Span, spanOf } from "../solidity/tree.ts";

/** Finds the places of one weakness. */
export type Find = (context: Context) => readonly Match[];

/** What detectors look at. */
export interface Context {
  readonly model: SourceModel;
  readonly graph: CallGraph;
  readonly access: Access;
  readonly summarize: (body: Body) => Summary;
  /** Functions, constructors and modifiers that have a body. */
  readonly bodies: readonly Body[];
}

/** One place where a detector found its weakness. */
export interface Match {
  readonly at: Span;
  readonly body: Body | null;
  readonly contract: ContractModel | null;
  /** A sentence on this very place, before the general reason. */
  readonly detail?: string;
  readonly confidence?: Finding["confidence"];
}

export const inBody = (body: Body, at: Node | Span, detail?: string): Match => ({
  at: "type" in at ? spanOf(at) : at,
  body,
  contract: body.contract,
  ...(detail === undefined ? {} : { detail }),
});
