import type { HLJSApi, Language } from "highlight.js";

const KEYWORDS =
  "abstract anonymous as assembly break case catch constant constructor continue contract default delete do else " +
  "emit enum error event external fallback final for from function global if immutable import indexed interface " +
  "internal is leave let library mapping memory modifier new override payable pragma private public pure receive " +
  "return returns revert storage struct switch throw transient try type unchecked unicode using view virtual while " +
  "calldata calldatacopy";
const TYPES = "address bool bytes string var int uint fixed ufixed byte";
const LITERALS = "true false wei gwei ether seconds minutes hours days weeks years";
const BUILT_INS =
  "abi addmod assert block blockhash ecrecover gasleft keccak256 msg mulmod require ripemd160 selfdestruct sha256 " +
  "super this tx";

export function createSolidityGrammar(hljs: HLJSApi): Language {
  const keywords = { keyword: KEYWORDS, type: TYPES, literal: LITERALS, built_in: BUILT_INS };
  const title = { ...hljs.TITLE_MODE, begin: /[A-Za-z_$][\w$]*/ };
  return {
    name: "Solidity",
    aliases: ["sol"],
    keywords,
    contains: [
      hljs.C_LINE_COMMENT_MODE,
      hljs.C_BLOCK_COMMENT_MODE,
      hljs.APOS_STRING_MODE,
      hljs.QUOTE_STRING_MODE,
      { scope: "number", begin: /\b(?:0x[\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE]-?\d+)?)\b/ },
      { scope: "type", begin: /\b(?:u?int\d{1,3}|bytes\d{1,2}|u?fixed\d{1,3}x\d{1,2})\b/ },
      { scope: "meta", begin: /\bpragma\b/, end: /;/, keywords: { keyword: "pragma" } },
      {
        beginKeywords: "contract interface library struct enum event error modifier function",
        end: /[({;]|$/,
        excludeEnd: true,
        keywords,
        contains: [title],
      },
    ],
  };
}
