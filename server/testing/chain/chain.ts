import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MULTICALL } from "#core/wallet/chains.ts";
import type { Token } from "#core/wallet/tokens.ts";
import { findFreePort } from "../program.ts";
import { compileContracts } from "./contracts.ts";

export type TestChain = Awaited<ReturnType<typeof startChain>>;

/** Hardhat's funded accounts, which it signs for. In lower case, as many wallets return them. */
export const ACCOUNTS = [
  "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
  "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
  "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc",
] as const;

/** The selectors of `mint(address,uint256)` and `setOwner(address)`. */
const MINT = "0x40c10f19";
const SET_OWNER = "0x13af4035";
const padWord = (hex: string) => hex.padStart(64, "0");
const START_TIMEOUT_MS = 60_000;

/** Starts a local chain with contracts at the same addresses as on the real one. */
export async function startChain(id: number) {
  const port = await findFreePort();
  const home = await mkdtemp(join(tmpdir(), "lattice-chain-"));
  const hardhat = join(import.meta.dirname, "../../../node_modules/hardhat/dist/src/cli.js");
  const child = spawn(
    process.execPath,
    [hardhat, "node", "--hostname", "127.0.0.1", "--port", String(port)],
    {
      cwd: import.meta.dirname,
      env: {
        ...process.env,
        HOME: home,
        TEST_CHAIN_ID: String(id),
        HARDHAT_DISABLE_TELEMETRY_PROMPT: "true",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => {
      output = `${output}${bytes}`.slice(-4000);
    });
  const ended = once(child, "exit");

  const url = `http://127.0.0.1:${port}`;
  const rpc = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const response = await fetch(url, {
      method: "POST",
      // Node's fetch fails if it reuses a connection that the chain is closing.
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as {
      result?: unknown;
      error?: { code: number; message: string };
    };
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      throw new Error(`The test chain didn't start:\n${output}`);
    }
    if (await rpc("eth_chainId").catch(() => null)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const code = compileContracts();
  await rpc("hardhat_setCode", [MULTICALL, code.TestMulticall]);
  return {
    id,
    url,
    rpc,
    /** Deploys a token's contract at the token's listed address and mints `units` of it for `to`. */
    async mintToken({ address }: Token, to: string, units: bigint) {
      await rpc("hardhat_setCode", [address, code.TestToken]);
      const data = `${MINT}${padWord(to.slice(2))}${padWord(units.toString(16))}`;
      await rpc("eth_sendTransaction", [{ from: ACCOUNTS[2], to: address, data }]);
    },
    /** Deploys a contract wallet at `address`. It accepts the signatures of `owner`. */
    async deployContractWallet(address: string, owner: string) {
      await rpc("hardhat_setCode", [address, code.TestContractWallet]);
      const data = `${SET_OWNER}${padWord(owner.slice(2).toLowerCase())}`;
      await rpc("eth_sendTransaction", [{ from: ACCOUNTS[2], to: address, data }]);
    },
    /** Sets whether transactions are mined immediately. If they aren't, call `mineBlock` to mine them. */
    setAutomine: async (isEnabled: boolean) => void (await rpc("evm_setAutomine", [isEnabled])),
    mineBlock: async () => void (await rpc("evm_mine")),
    async stop() {
      child.kill();
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}
