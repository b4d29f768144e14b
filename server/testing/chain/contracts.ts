import { readFileSync } from "node:fs";
import { join } from "node:path";
import solc from "solc";

const NAMES = ["TestToken", "TestMulticall", "TestContractWallet"] as const;
export type ContractName = (typeof NAMES)[number];

interface CompilerOutput {
  readonly contracts: Record<
    string,
    Record<string, { readonly evm: { readonly deployedBytecode: { readonly object: string } } }>
  >;
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
}

type Bytecode = Readonly<Record<ContractName, `0x${string}`>>;

let cachedBytecode: Bytecode | undefined;

/** Returns the contracts' deployed bytecode, compiled once per process. */
export function compileContracts(): Bytecode {
  cachedBytecode ??= compile();
  return cachedBytecode;
}

function compile(): Bytecode {
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
  const { contracts, errors = [] } = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
  for (const { severity, formattedMessage } of errors)
    if (severity === "error") throw new Error(formattedMessage);
  const getCode = (name: ContractName) =>
    `0x${contracts[`${name}.sol`]?.[name]?.evm.deployedBytecode.object ?? ""}` as const;
  return {
    TestToken: getCode("TestToken"),
    TestMulticall: getCode("TestMulticall"),
    TestContractWallet: getCode("TestContractWallet"),
  };
}
