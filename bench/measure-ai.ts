import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { formatToolCall, type ToolId } from "#core/ai/tools.ts";
import { startProgram } from "#server/testing/program.ts";
import { createLongContract, INPUTS } from "./ai-inputs.ts";
import type { Bench } from "./bench.ts";
import { runStatement } from "./databases.ts";
import { type Figure, median, type PartResult } from "./figure.ts";
import { timePages } from "./time-pages.ts";

const STREAM_COUNT = 100;
/** Faster than people read. A hundred streams together send 2,000 tokens a second. */
const TOKENS_PER_SECOND = 20;
const DELAY_BUDGET_MS = 5;
const TOOL_DELAY_BUDGET_MS = 12;
/**
 * Rounds before the measurement, so that the JIT has compiled the analyzers, as in a process that has been running for
 * a while.
 */
const WARM_UP_ROUNDS = 25;
/** How long to wait for an announcement to reach the program. */
const ANNOUNCEMENT_WAIT_MS = 20;
const PAGE_RATIO_BUDGET = 2;
const PAGE = "/forum";

const LIMITS = ["AI_VISITOR_PER_MINUTE", "AI_VISITOR_PER_DAY", "AI_SITE_PER_DAY"];

const getInput = (tool: ToolId, round: number) => INPUTS[tool].at(round % INPUTS[tool].length) ?? "";

/**
 * Measures the delay that the chat function adds to a model's first token, and page times while many answers are
 * being streamed.
 */
export async function measureAi(bench: Bench): Promise<PartResult> {
  const provider = await startProvider(bench);
  const databaseUrl = await bench.databases.create(0);
  const program = await startProgram({
    DATABASE_URL: databaseUrl,
    DEMO: "on",
    // Requests still count toward the limits, but never reach them.
    ...Object.fromEntries(LIMITS.map((name) => [name, "100000"])),
    AI_BASE_URL: provider.baseUrl,
    AI_ANSWER_SECONDS: "600",
  });
  bench.addCleanup(program.stop);
  const page = await (await fetch(program.url + PAGE)).text();
  const publicKey = /name="lattice-public-key" content="([^"]+)"/.exec(page)?.[1];
  if (publicKey === undefined) throw new Error("The page contains no public key.");
  const buildDirectCall = (tool: ToolId, input: string): Call => ({
    url: `${provider.baseUrl}/chat/completions`,
    body: { model: "bench", stream: true, messages: formatToolCall(tool, input) },
    headers: {},
  });
  const buildProxiedCall = (tool: ToolId, input: string): Call => ({
    url: `${program.url}/functions/v1/chat`,
    body: { messages: formatToolCall(tool, input) },
    headers: { Authorization: `Bearer ${publicKey}` },
  });

  // Announces a change to the news, which drops all cached documents.
  const dropCaches = async () => {
    await runStatement(databaseUrl, "delete from public.news_articles where false");
    await sleep(ANNOUNCEMENT_WAIT_MS);
  };
  const delays = await measureDelays(bench, buildDirectCall, buildProxiedCall, dropCaches);
  const pages = await measurePages(bench, program.url + PAGE, provider, buildProxiedCall);
  return { figures: [...delays.figures, ...pages.figures], details: { delays, pages } };
}

type BuildCall = (tool: ToolId, input: string) => Call;

async function measureDelays(
  bench: Bench,
  buildDirectCall: BuildCall,
  buildProxiedCall: BuildCall,
  dropCaches: () => Promise<void>,
) {
  const roundCount = bench.isQuick ? 15 : 60;
  const tools = Object.keys(INPUTS) as ToolId[];
  const createLists = () => Object.fromEntries(tools.map((tool) => [tool, [] as number[]]));
  const addedMs = createLists();
  const repeatedMs = createLists();
  const directMs: number[] = [];
  bench.log(
    `AI: the first token, ${roundCount} times for each tool, compared with a direct call to the provider`,
  );
  for (let round = -WARM_UP_ROUNDS; round < roundCount; round += 1) {
    for (const tool of tools) {
      const input = getInput(tool, round);
      await dropCaches();
      // Alternates which call goes first, because the first one after the wait in dropCaches takes longer.
      const calls = [buildDirectCall(tool, input), buildProxiedCall(tool, input)];
      if (round % 2 !== 0) calls.reverse();
      const times: number[] = [];
      for (const call of calls) times.push(await timeFirstToken(call));
      if (round % 2 !== 0) times.reverse();
      const [directTime = Number.NaN, proxiedTime = Number.NaN] = times;
      const repeatedTime = await timeFirstToken(buildProxiedCall(tool, input));
      if (round < 0) continue;
      directMs.push(directTime);
      addedMs[tool]?.push(proxiedTime - directTime);
      repeatedMs[tool]?.push(repeatedTime - directTime);
    }
  }
  const allAddedMs = Object.values(addedMs).flat();
  const medians = tools.map((tool) => ({ tool, ms: median(addedMs[tool] ?? []) }));
  const slowestMs = Math.max(...medians.map(({ ms }) => ms));
  const medianList = medians.map(({ tool, ms }) => `${tool} ${ms.toFixed(1)}`).join(", ");
  const figure: Figure = {
    label: "added to a model's first token, median",
    measured: `${median(allAddedMs).toFixed(1)} ms, lower quartile ${lowerQuartile(allAddedMs).toFixed(1)} (${medianList}); directly from the provider ${median(directMs).toFixed(1)} ms`,
    budget: `at most ${DELAY_BUDGET_MS} ms over all tools, and ${TOOL_DELAY_BUDGET_MS} ms for any one tool`,
    isMet: median(allAddedMs) <= DELAY_BUDGET_MS && slowestMs <= TOOL_DELAY_BUDGET_MS,
    dependsOnMachine: true,
    note: "includes limits, search, prices and the analyzer's findings; no documents are cached",
  };
  const repeatedFigure: Figure = {
    label: "the same for a repeated input",
    measured: `${median(Object.values(repeatedMs).flat()).toFixed(1)} ms`,
  };
  return { addedMs, repeatedMs, directMs, figures: [figure, repeatedFigure] };
}

/** The lower quartile is less affected by other work on the machine than the median. */
const lowerQuartile = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;

async function measurePages(bench: Bench, url: string, provider: Provider, buildProxiedCall: BuildCall) {
  const [roundCount, requestsPerRound] = bench.isQuick ? [1, 30] : [3, 100];
  const idleTimes: number[] = [];
  const busyTimes: number[] = [];
  const scanTimes: number[] = [];
  await timePages(url, requestsPerRound);
  bench.log(
    `AI: ${PAGE} while ${STREAM_COUNT} answers are streamed with ${TOKENS_PER_SECOND} tokens a second each`,
  );
  for (let round = 0; round < roundCount; round += 1) {
    idleTimes.push(...(await timePages(url, requestsPerRound)));
    provider.setEndless(true);
    const closeFunctions = await Promise.all(
      Array.from({ length: STREAM_COUNT }, (_, index) =>
        openStream(buildProxiedCall("chatbot", `What is block ${index}?`)),
      ),
    );
    busyTimes.push(...(await timePages(url, requestsPerRound)));
    for (const close of closeFunctions) close();
    provider.setEndless(false);
    scanTimes.push(
      ...(await timePagesDuring(url, requestsPerRound, buildProxiedCall("scanner", createLongContract()))),
    );
  }
  const ratio = median(busyTimes) / median(idleTimes);
  const figures: Figure[] = [
    {
      label: `${PAGE} while ${STREAM_COUNT} answers are streamed, compared with idle`,
      measured: `${ratio.toFixed(2)} times (${median(busyTimes).toFixed(1)} ms, ${median(idleTimes).toFixed(1)} ms)`,
      budget: `at most ${PAGE_RATIO_BUDGET} times`,
      isMet: ratio <= PAGE_RATIO_BUDGET,
      dependsOnMachine: true,
      note: `${TOKENS_PER_SECOND} tokens a second each; the provider and all clients share the machine`,
    },
    {
      label: `${PAGE} while contracts of 60,000 characters are analyzed, compared with idle`,
      measured: `${(median(scanTimes) / median(idleTimes)).toFixed(2)} times (${median(scanTimes).toFixed(1)} ms)`,
    },
  ];
  return { idle: idleTimes, busy: busyTimes, scanning: scanTimes, figures };
}

interface Call {
  readonly url: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Milliseconds until the first event with text. Reads the answer to its end. */
function timeFirstToken(call: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let text = "";
    let firstMs: number | undefined;
    send(call, (response) => {
      response.setEncoding("utf8").on("data", (chunk: string) => {
        if (firstMs !== undefined) return;
        text += chunk;
        if (/"content":"[^"]/.test(text)) firstMs = performance.now() - startedAt;
      });
      response.once("end", () =>
        firstMs === undefined
          ? reject(new Error(`No token: ${response.statusCode} ${text.slice(0, 200)}`))
          : resolve(firstMs),
      );
      response.once("error", reject);
    }).once("error", reject);
  });
}

/** Resolves once the answer has started, with a function that aborts it. */
function openStream(call: Call): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const clientRequest = send(call, (response) => {
      response.on("error", () => {}).resume();
      if (response.statusCode === 200) resolve(() => clientRequest.destroy());
      else reject(new Error(`A request was refused: ${response.statusCode}`));
    });
    clientRequest.on("error", reject);
  });
}

function send({ url, body, headers }: Call, onResponse: NonNullable<Parameters<typeof request>[2]>) {
  const clientRequest = request(
    url,
    { method: "POST", headers: { "Content-Type": "application/json", ...headers } },
    onResponse,
  );
  clientRequest.end(JSON.stringify(body));
  return clientRequest;
}

/** Times page requests while the call is repeated in a loop. */
async function timePagesDuring(url: string, requestCount: number, call: Call): Promise<number[]> {
  let isDone = false;
  const callLoop = (async () => {
    while (!isDone) await timeFirstToken(call);
  })();
  const times = await timePages(url, requestCount);
  isDone = true;
  await callLoop;
  return times;
}

interface Provider {
  readonly baseUrl: string;
  /** Sets whether new answers are endless: one token per tick, until the client disconnects. */
  setEndless(isEndless: boolean): void;
}

/** A provider that answers immediately, so that only our own overhead is measured. */
async function startProvider(bench: Bench): Promise<Provider> {
  const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "word " } }] })}\n\n`;
  const endlessResponses = new Set<ServerResponse>();
  let isEndless = false;
  const timer = setInterval(() => {
    for (const response of endlessResponses) response.write(event);
  }, 1000 / TOKENS_PER_SECOND);
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(event);
      if (!isEndless) return void response.end(`${event}data: [DONE]\n\n`);
      endlessResponses.add(response);
      response.once("close", () => endlessResponses.delete(response));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  bench.addCleanup(() => {
    clearInterval(timer);
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    setEndless(value) {
      isEndless = value;
    },
  };
}
