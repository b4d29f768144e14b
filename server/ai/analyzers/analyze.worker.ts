import type { ToolId } from "#core/ai/tools.ts";
import { handleTasks } from "#server/platform/handle-tasks.ts";
import { analyze } from "./analyze.ts";

// Analyzing these inputs builds the parsers and word lists, so the first question doesn't have to wait for it.
const WARM_UP_INPUTS: readonly (readonly [ToolId, string])[] = [
  ["sentiment", "The network is faster than ever, but fees have doubled and users are leaving."],
  ["chatbot", "How does staking work?"],
  ["scanner", 'contract A { function pay() external { (bool ok, ) = msg.sender.call(""); require(ok); } }'],
];
for (const [tool, input] of WARM_UP_INPUTS)
  await analyze({ tool, input, documents: [], rarity: {}, turns: [], histories: null, today: "2026-01-01" });

export default handleTasks(analyze, (error) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error),
);
