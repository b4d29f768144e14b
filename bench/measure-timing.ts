import { randomInt } from "node:crypto";
import { type Program, startProgram } from "#server/testing/program.ts";
import type { Bench } from "./bench.ts";
import { runStatement } from "./databases.ts";
import { type Figure, median, type PartResult } from "./figure.ts";
import { readRequests } from "./program.ts";
import { compareRanks } from "./rank-test.ts";
import { TIMING_CASES, type TimingCase } from "./timing-cases.ts";

/**
 * Each case makes `callCount` calls with known addresses and as many with unknown ones. By chance, the AUC is more than
 * `maxDistance` from 0.5 in one of 2,000 cases.
 */
const FULL = { callCount: 200, maxDistance: 0.1 };
const QUICK = { callCount: 50, maxDistance: 0.2 };
/**
 * The number of cases measured in parallel. Most calls only wait for their minimum response time. Within a case, calls
 * are sequential.
 */
const PARALLEL_CASE_COUNT = 4;
const WARM_UP_CALLS = 10;

interface TimingSamples {
  readonly known: number[];
  readonly unknown: number[];
  readonly sideByRequestId: Map<string, Side>;
  readonly statuses: Set<string>;
}

/**
 * Tests whether response times reveal whether an address (an email address or phone number) is known. Calls the built
 * program with known and unknown addresses in random order, without rate limits, and compares the times with a rank
 * test.
 */
export async function measureTiming(bench: Bench): Promise<PartResult> {
  const { callCount, maxDistance } = bench.isQuick ? QUICK : FULL;
  const databaseUrl = await bench.databases.create(0);
  const settings = {
    DATABASE_URL: databaseUrl,
    DEMO: "off",
    AUTH_RATE_LIMITS: "off",
    AUTH_MAIL_SPACING_SECONDS: "0",
    AUTH_SMS_SPACING_SECONDS: "0",
    AUTH_PHONE: "on",
    LOG_LEVEL: "info",
  };
  const programs = {
    confirming: await startProgram({ ...settings, AUTH_AUTOCONFIRM: "off" }),
    open: await startProgram({ ...settings, AUTH_AUTOCONFIRM: "on" }),
  };
  for (const program of Object.values(programs)) bench.addCleanup(program.stop);
  await prepareAccounts(databaseUrl, programs.open, callCount + WARM_UP_CALLS);

  const results = new Map<TimingCase, TimingSamples>();
  const queue = [...TIMING_CASES.entries()];
  const runWorker = async () => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const [index, timingCase] = entry;
      bench.log(`Timing: ${timingCase.name}`);
      results.set(
        timingCase,
        await measureCase(programs[timingCase.program ?? "confirming"], timingCase, index, callCount),
      );
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_CASE_COUNT }, runWorker));

  const statementCounts = new Map(
    Object.values(programs)
      .flatMap(readRequests)
      .map((request) => [request.requestId, request.statements]),
  );
  const figures = TIMING_CASES.map((timingCase) =>
    createFigure(timingCase, results.get(timingCase), { statementCounts, maxDistance }),
  );
  const details = TIMING_CASES.map((timingCase) => {
    const { known, unknown } = results.get(timingCase) ?? {};
    return { name: timingCase.name, known, unknown };
  });
  return { figures, details };
}

async function measureCase(
  program: Program,
  timingCase: TimingCase,
  caseIndex: number,
  callCount: number,
): Promise<TimingSamples> {
  const samples: TimingSamples = { known: [], unknown: [], sideByRequestId: new Map(), statuses: new Set() };
  const order = shuffle([...Array(callCount).fill("known"), ...Array(callCount).fill("unknown")] as Side[]);
  const usedCounts = { known: 0, unknown: 0 };
  const warmUp = Array.from(
    { length: WARM_UP_CALLS * 2 },
    (_, index): Side => (index % 2 ? "known" : "unknown"),
  );
  for (const [callIndex, side] of [...warmUp, ...order].entries()) {
    usedCounts[side] += 1;
    const address = buildAddress(caseIndex, usedCounts[side], side, timingCase.by);
    const { milliseconds, requestId, status } = await call(program, timingCase, address);
    samples.statuses.add(`${side} ${status}`);
    if (callIndex < warmUp.length) continue;
    samples[side].push(milliseconds);
    samples.sideByRequestId.set(requestId, side);
  }
  return samples;
}

type Side = "known" | "unknown";

/** The nth address of a case. Known and unknown addresses have the same length. */
function buildAddress(caseIndex: number, nth: number, side: Side, by?: "phone"): Record<string, string> {
  const digits = `${caseIndex + 10}${String(nth).padStart(5, "0")}`;
  return by === "phone"
    ? { phone: `49${side === "known" ? "151" : "152"}${digits}` }
    : { email: `${side === "known" ? "isknown" : "unknown"}${digits}@example.org` };
}

async function call(program: Program, timingCase: TimingCase, address: Record<string, string>) {
  const fields = { ...address, ...timingCase.body };
  const startedAt = performance.now();
  const response = await fetch(program.url + timingCase.path, {
    method: "POST",
    redirect: "manual",
    headers: timingCase.isForm
      ? { "Content-Type": "application/x-www-form-urlencoded", Origin: program.url }
      : { "Content-Type": "application/json" },
    body: timingCase.isForm
      ? new URLSearchParams(fields as Record<string, string>).toString()
      : JSON.stringify(fields),
  });
  await response.text();
  const milliseconds = performance.now() - startedAt;
  if (response.status >= 500 || response.status === 429)
    throw new Error(`${timingCase.name} responded with ${response.status}`);
  return { milliseconds, status: response.status, requestId: response.headers.get("X-Request-Id") ?? "" };
}

/**
 * Creates the known accounts and newsletter subscribers, each in the state that its case needs. Accounts with a
 * password all have the password of one account that signed up normally.
 */
async function prepareAccounts(databaseUrl: string, program: Program, count: number): Promise<void> {
  const response = await fetch(`${program.url}/auth/v1/signup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "model@example.org", password: "a good secret" }),
  });
  if (!response.ok) throw new Error(`Sign-up failed: ${response.status}`);
  for (const [index, timingCase] of TIMING_CASES.entries()) {
    const column = timingCase.by ?? "email";
    const addresses = Array.from(
      { length: count },
      (_, offset) => buildAddress(index, offset + 1, "known", timingCase.by)[column],
    );
    if (timingCase.state === "subscribed") {
      await runStatement(
        databaseUrl,
        `insert into public.newsletter_subscribers (email, requested_at, confirmed_at)
         select address, now(), now() from unnest($1::text[]) address`,
        [addresses],
      );
      continue;
    }
    await runStatement(
      databaseUrl,
      `with model as (select encrypted_password from auth.users where email = 'model@example.org'),
       added as (
         insert into auth.users (${column}, ${column}_confirmed_at, encrypted_password, banned_until, new_email)
         select address, case when $2 <> 'unconfirmed' then now() end,
           case when $2 <> 'without a password' then (select encrypted_password from model) end,
           case when $2 = 'suspended' then now() + interval '1 day' end,
           case when $2 = 'changing its email address' then 'new' || address end
         from unnest($1::text[]) address returning id, ${column} as address)
       insert into auth.one_time_tokens (user_id, kind, address, link_hash, code_hash, expires_at)
       select id, $3, address, sha256(id::text::bytea), sha256(address::bytea), now() + interval '1 day'
       from added where $2 = 'sent a code'`,
      [addresses, timingCase.state, timingCase.by === "phone" ? "sms" : "recovery"],
    );
  }
}

function createFigure(
  timingCase: TimingCase,
  samples: TimingSamples | undefined,
  { statementCounts, maxDistance }: { statementCounts: ReadonlyMap<string, number>; maxDistance: number },
): Figure {
  if (!samples) throw new Error(`${timingCase.name} was not measured`);
  const { auc, p } = compareRanks(samples.known, samples.unknown);
  const summarizeSide = (side: Side) => {
    const counts = [...samples.sideByRequestId]
      .filter(([, requestSide]) => requestSide === side)
      .flatMap(([id]) => statementCounts.get(id) ?? []);
    const times = samples[side];
    return {
      text: `${median(times).toFixed(1)} ms (p95 ${percentile(times, 0.95).toFixed(1)})`,
      statementCount: median(counts),
    };
  };
  const [known, unknown] = [summarizeSide("known"), summarizeSide("unknown")];
  const difference = median(samples.known) - median(samples.unknown);
  const verdict = timingCase.revealedBy
    ? {}
    : { budget: `AUC 0.5 ± ${maxDistance}`, isMet: Math.abs(auc - 0.5) < maxDistance };
  return {
    label: `${timingCase.name} (${timingCase.state})`,
    measured:
      `known ${known.text}, unknown ${unknown.text}, ${difference.toFixed(2)} ms apart; AUC ${auc.toFixed(3)}, ` +
      `p ${p.toFixed(2)}; statements ${known.statementCount} and ${unknown.statementCount}; ${[...samples.statuses].sort().join(", ")}`,
    ...verdict,
    ...(timingCase.revealedBy
      ? {
          note: `The response itself reveals whether the address is known (${timingCase.revealedBy}), as the protocol requires.`,
        }
      : {}),
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function shuffle<T>(values: T[]): T[] {
  for (let index = values.length - 1; index > 0; index -= 1) {
    const otherIndex = randomInt(index + 1);
    [values[index], values[otherIndex]] = [values[otherIndex] as T, values[index] as T];
  }
  return values;
}
