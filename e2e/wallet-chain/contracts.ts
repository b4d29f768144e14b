import { readFileSync } from "node:fs";
import { join } from "node:path";
import solc from "solc";

const NAMES = ["TestToken", "TestMulticall"] as const;
export type ContractName = (typeof NAMES)[number];

interface Compiled {
  readonly contracts: Record<
    string,
    Record<string, { readonly evm: { readonly deployedBytecode: { readonly object: string } } }>
  >;
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
}

/** The code that stands at an address once each contract is there. Compiled here, by the npm compiler. */
export function compileContracts(): Readonly<Record<ContractName, `0x${string}`>> {
  const sources = Object.fromEntries(
    NAMES.map((name) => [
      `${name}.sol`,
      { content: readFileSync(join(import.meta.dirname, `${name}.sol`), "utf8") },
    ]),
  );
  const input = {
    language: "Solidity",
    sources,
    settings: { outputSelection: { "*": { "*": ["evm.deployedBytecode.object"] } } },
  };
  const { contracts, errors = [] } = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled;
  for (const { severity, formattedMessage } of errors)
    if (severity === "error") throw new Error(formattedMessage);
  const codeOf = (name: ContractName) =>
    `0x${contracts[`${name}.sol`]?.[name]?.evm.deployedBytecode.object ?? ""}` as const;
  return { TestToken: codeOf("TestToken"), TestMulticall: codeOf("TestMulticall") };
}
