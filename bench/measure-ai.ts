import { request as ask, createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ToolId, writeToolCall } from "#core/ai/tools.ts";
import { startProgram } from "#server/testing/program.ts";
import type { Bench } from "./bench.ts";
import { type Figure, median, type PartResult } from "./figure.ts";
import { timePages } from "./time-pages.ts";

const STREAMS = 100;
/** About reading speed. A hundred streams together send 2,000 tokens a second. */
const TOKENS_PER_SECOND = 20;
const DELAY_BUDGET_MS = 10;
/** Lets the JIT compile the analysts first, as in a program that has been running for a while. */
const WARM_UP = 25;
const PAGE_BUDGET = 2;
const PAGE = "/forum";

const LIMITS = ["AI_VISITOR_PER_MINUTE", "AI_VISITOR_PER_DAY", "AI_SITE_PER_DAY"];

/** Typical inputs, used in turn. The contracts have about 80 lines. */
const INPUTS: Readonly<Record<ToolId, readonly string[]>> = {
  sentiment: ["BTC", "Ethereum", "quantum computing", "DeFi hacks", "AI agents"],
  prediction: ["BTC in 30 days", "ETH next week", "SOL in 90 days", "ADA", "BNB in 14 days"],
  chatbot: [
    "What is a zk-rollup, and how does it differ from an optimistic one?",
    "How does staking work?",
    "Why are quantum computers a threat to Bitcoin?",
    "What is impermanent loss?",
    "Is my wallet safe if I lose my phone?",
  ],
  generator: ["Ethereum staking", "Bitcoin ETFs", "post-quantum cryptography", "stablecoins", "open models"],
  scanner: ["Vault", "Bank", "Pool", "Treasury", "Escrow"].map(contractNamed),
  optimizer: [
    "0.5 BTC, 4 ETH, 20 SOL, 1000 USDC",
    "BTC 60%, ETH 40%",
    "2 ETH, 500 ADA, 10 BNB",
    "1 BTC, 1000 XRP, 50 LINK",
    "3 SOL, 200 DOT, 100 AVAX, 500 USDC",
  ],
};

function contractNamed(name: string): string {
  const functions = Array.from(
    { length: 20 },
    (_, at) =>
      `  function take${at}(uint amount) external {\n    (bool ok, ) = msg.sender.call{value: amount}("");\n    balances[msg.sender] -= amount;\n  }\n`,
  );
  return `pragma solidity ^0.8.0;\ncontract ${name} {\n  mapping(address => uint) balances;\n${functions.join("")}}`;
}

const getInput = (tool: ToolId, round: number) => INPUTS[tool].at(round % INPUTS[tool].length) ?? "";

/**
 * Measures the delay that the chat function adds to a model's first token, and page times while many answers are
 * open.
 */
export async function measureAi(bench: Bench): Promise<PartResult> {
  const provider = await startProvider(bench);
  const program = await startProgram({
    DATABASE_URL: await bench.databases.create(0),
    DEMO: "on",
    // The limits are still counted, but never reached.
    ...Object.fromEntries(LIMITS.map((name) => [name, "100000"])),
    AI_BASE_URL: provider.baseUrl,
    AI_ANSWER_SECONDS: "600",
  });
  bench.addCleanup(program.stop);
  const page = await (await fetch(program.url + PAGE)).text();
  const key = /name="lattice-public-key" content="([^"]+)"/.exec(page)?.[1];
  if (key === undefined) throw new Error("The page names no public key.");
  const direct = (tool: ToolId, input: string): Call => ({
    url: `${provider.baseUrl}/chat/completions`,
    body: { model: "bench", stream: true, messages: writeToolCall(tool, input) },
    headers: {},
  });
  const proxied = (tool: ToolId, input: string): Call => ({
    url: `${program.url}/functions/v1/chat`,
    body: { messages: writeToolCall(tool, input) },
    headers: { Authorization: `Bearer ${key}` },
  });

  const delays = await measureDelays(bench, direct, proxied);
  const pages = await measurePages(bench, program.url + PAGE, provider, proxied);
  return { figures: [...delays.figures, ...pages.figures], details: { delays, pages } };
}

type BuildCall = (tool: ToolId, input: string) => Call;

async function measureDelays(bench: Bench, direct: BuildCall, proxied: BuildCall) {
  const rounds = bench.quick ? 15 : 60;
  const tools = Object.keys(INPUTS) as ToolId[];
  const added: Record<string, number[]> = Object.fromEntries(tools.map((tool) => [tool, []]));
  const directMs: number[] = [];
  bench.say(`AI: the first token, ${rounds} times for each tool, beside a call straight to the provider`);
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const tool of tools) {
      const input = getInput(tool, round);
      const without = await firstToken(direct(tool, input));
      const withUs = await firstToken(proxied(tool, input));
      if (round < 0) continue;
      directMs.push(without);
      added[tool]?.push(withUs - without);
    }
  }
  const all = Object.values(added).flat();
  const byTool = tools.map((tool) => `${tool} ${median(added[tool] ?? []).toFixed(1)}`).join(", ");
  const figure: Figure = {
    what: "added to a model's first token, median",
    measured: `${median(all).toFixed(1)} ms, a quarter of them under ${lowerQuarter(all).toFixed(1)} (${byTool}); straight to the provider ${median(directMs).toFixed(1)} ms`,
    budget: `under ${DELAY_BUDGET_MS} ms`,
    isMet: median(all) < DELAY_BUDGET_MS,
    dependsOnMachine: true,
    note: "includes limits, search, prices and the analyst's findings; five questions for each tool, in turn",
  };
  return { added, directMs, figures: [figure] };
}

/** The statistic least affected by other work on the machine. */
const lowerQuarter = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;

async function measurePages(bench: Bench, url: string, provider: Provider, proxied: BuildCall) {
  const [rounds, each] = bench.quick ? [1, 30] : [3, 100];
  const idle: number[] = [];
  const busy: number[] = [];
  const scanning: number[] = [];
  await timePages(url, each);
  bench.say(`AI: ${PAGE} beside ${STREAMS} open answers of ${TOKENS_PER_SECOND} tokens a second each`);
  for (let round = 0; round < rounds; round += 1) {
    idle.push(...(await timePages(url, each)));
    provider.pace(true);
    const open = await Promise.all(
      Array.from({ length: STREAMS }, (_, at) => openAnswer(proxied("chatbot", `What is block ${at}?`))),
    );
    busy.push(...(await timePages(url, each)));
    for (const close of open) close();
    provider.pace(false);
    scanning.push(...(await timeBeside(url, each, proxied("scanner", longContract()))));
  }
  const times = median(busy) / median(idle);
  const figures: Figure[] = [
    {
      what: `${PAGE} while ${STREAMS} answers are open, against idle`,
      measured: `${times.toFixed(2)} times (${median(busy).toFixed(1)} ms, ${median(idle).toFixed(1)} ms)`,
      budget: `at most ${PAGE_BUDGET} times`,
      isMet: times <= PAGE_BUDGET,
      dependsOnMachine: true,
      note: `${TOKENS_PER_SECOND} tokens a second each; provider, readers and the page's reader share the machine`,
    },
    {
      what: `${PAGE} while contracts of 60,000 characters are read, against idle`,
      measured: `${(median(scanning) / median(idle)).toFixed(2)} times (${median(scanning).toFixed(1)} ms)`,
    },
  ];
  return { idle, busy, scanning, figures };
}

/** About 2,000 lines that every detector has to examine. */
function longContract(): string {
  const contract = contractNamed("Vault");
  const one = contract.slice(contract.indexOf("contract"));
  let text = "pragma solidity ^0.8.0;\n";
  for (let at = 0; text.length + one.length < 60_000; at += 1)
    text += `${one.replace("Vault", `Vault${at}`)}\n`;
  return text;
}

interface Call {
  readonly url: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Milliseconds until the first event with text. Reads the answer to its end. */
function firstToken(call: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    let text = "";
    let first: number | undefined;
    send(call, (response) => {
      response.setEncoding("utf8").on("data", (chunk: string) => {
        if (first !== undefined) return;
        text += chunk;
        if (/"content":"[^"]/.test(text)) first = performance.now() - began;
      });
      response.once("end", () =>
        first === undefined
          ? reject(new Error(`No token: ${response.statusCode} ${text.slice(0, 200)}`))
          : resolve(first),
      );
      response.once("error", reject);
    }).once("error", reject);
  });
}

/** Resolves once the answer has started, with a function that aborts it. */
function openAnswer(call: Call): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const asked = send(call, (response) => {
      response.on("error", () => {}).resume();
      if (response.statusCode === 200) resolve(() => asked.destroy());
      else reject(new Error(`An answer was refused: ${response.statusCode}`));
    });
    asked.on("error", reject);
  });
}

function send({ url, body, headers }: Call, answered: NonNullable<Parameters<typeof ask>[2]>) {
  const asked = ask(
    url,
    { method: "POST", headers: { "Content-Type": "application/json", ...headers } },
    answered,
  );
  asked.end(JSON.stringify(body));
  return asked;
}

/** Times the pages while the call is repeated in a loop. */
async function timeBeside(url: string, pages: number, call: Call): Promise<number[]> {
  let isOver = false;
  const requests = (async () => {
    while (!isOver) await firstToken(call);
  })();
  const times = await timePages(url, pages);
  isOver = true;
  await requests;
  return times;
}

interface Provider {
  readonly baseUrl: string;
  /** Whether new answers are endless (one token per beat, until the client disconnects). */
  pace(isEndless: boolean): void;
}

/** A provider that answers immediately, so that only our own overhead is measured. */
async function startProvider(bench: Bench): Promise<Provider> {
  const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "word " } }] })}\n\n`;
  const endless = new Set<ServerResponse>();
  let isEndless = false;
  const beat = setInterval(() => {
    for (const response of endless) response.write(event);
  }, 1000 / TOKENS_PER_SECOND);
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(event);
      if (!isEndless) return void response.end(`${event}data: [DONE]\n\n`);
      endless.add(response);
      response.once("close", () => endless.delete(response));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  bench.addCleanup(() => {
    clearInterval(beat);
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    pace(given) {
      isEndless = given;
    },
  };
}
