import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { Bench } from "./bench.ts";
import { readCpuTime } from "./cpu-time.ts";
import type { Figure, PartResult } from "./figure.ts";
import { signUpMember } from "./member.ts";
import { profileProgram } from "./profile-program.ts";
import { startMeasuredProgram } from "./program.ts";

const MEMBER_COUNT = 16;
const POSTS_PER_MEMBER = 20;
const BUDGET_PER_SECOND = 350;

interface Member {
  readonly cookie: string;
  /** One connection, like a browser tab. */
  readonly agent: Agent;
}

interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the program's process per write. Excludes the database. */
  readonly cpuMs: number;
}

/**
 * Measures votes and posts per second: sixteen members, each sending the next request after the previous response, to
 * the URLs that the pages' scripts use. Rate limits are off; everything else is as usual, including fsync.
 */
export async function measureWrites(bench: Bench): Promise<PartResult> {
  const databaseUrl = await bench.databases.create(0);
  const program = await startMeasuredProgram({
    databaseUrl,
    hasDemo: true,
    nodeArguments: bench.isProfiling ? ["--inspect=127.0.0.1:0"] : [],
  });
  bench.addCleanup(program.stop);
  const members: Member[] = [];
  for (let index = 0; index < MEMBER_COUNT; index += 1) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    bench.addCleanup(() => agent.destroy());
    members.push({ cookie: await signUpMember(program.url), agent });
  }
  const send = (member: Member, path: string, form: Record<string, string>) =>
    sendForm(program.url, member, path, new URLSearchParams(form));
  const post = (member: Member) => {
    const id = randomUUID();
    const content = `Measured content of ${id}, in a short post about fees and validators.`;
    const form = {
      intent: "post",
      requestId: id,
      title: `Measured ${id}`,
      content,
      category: "tech",
    };
    return send(member, "/create.data", { ...form, tags: "measured" }).then(() => id);
  };

  bench.log("Writes: creating posts to vote on");
  const posts: { id: string; author: Member }[] = [];
  await Promise.all(
    members.map(async (author) => {
      for (let index = 0; index < POSTS_PER_MEMBER; index += 1)
        posts.push({ id: await post(author), author });
    }),
  );
  const nextPostIndexes = new Map<Member, number>();
  // Each request toggles the member's vote on the next post by someone else: the first pass upvotes each
  // post, and the second removes the votes.
  const vote = (member: Member): Promise<unknown> => {
    const postIndex = nextPostIndexes.get(member) ?? members.indexOf(member) * POSTS_PER_MEMBER;
    nextPostIndexes.set(member, postIndex + 1);
    const chosenPost = posts[postIndex % posts.length];
    if (chosenPost === undefined || chosenPost.author === member) return vote(member);
    return send(member, `/forum/${chosenPost.id}/vote.data`, { vote: "1", rule: "toggle" });
  };

  const kinds = [
    { name: "votes", write: vote },
    { name: "posts", write: post },
  ];
  const [roundCount, seconds] = bench.isQuick ? [2, 3] : [5, 6];
  const roundsByKind = new Map(kinds.map(({ name }) => [name, [] as Round[]]));
  for (let round = 0; round <= roundCount; round += 1) {
    bench.log(`Writes: ${round === 0 ? "warming up" : `round ${round} of ${roundCount}`}`);
    for (const { name, write } of kinds) {
      const result = await measureRound(members, write, round === 0 ? 1 : seconds, program.pid);
      if (round > 0) roundsByKind.get(name)?.push(result);
    }
  }
  const profileFigures = bench.isProfiling
    ? await profileProgram(program, kinds, ({ write }) => measureRound(members, write, 5, program.pid))
    : [];
  return {
    figures: [...[...roundsByKind].map(([name, rounds]) => createFigure(name, rounds)), ...profileFigures],
    details: Object.fromEntries(roundsByKind),
  };
}

async function measureRound(
  members: readonly Member[],
  write: (member: Member) => Promise<unknown>,
  seconds: number,
  pid: number,
): Promise<Round> {
  const durations: number[] = [];
  const cpuTimeBefore = readCpuTime(pid);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    members.map(async (member) => {
      while (performance.now() < endsAt) {
        const sentAt = performance.now();
        await write(member);
        durations.push(performance.now() - sentAt);
      }
    }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  durations.sort((a, b) => a - b);
  const getPercentile = (fraction: number) =>
    durations[Math.floor(durations.length * fraction)] ?? Number.NaN;
  return {
    perSecond: durations.length / elapsedSeconds,
    p50: getPercentile(0.5),
    p99: getPercentile(0.99),
    cpuMs: (readCpuTime(pid) - cpuTimeBefore) / durations.length,
  };
}

function createFigure(name: string, rounds: readonly Round[]): Figure {
  const medianRound = rounds.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds.length / 2)];
  if (medianRound === undefined) throw new Error("No round was measured.");
  const rates = rounds.map(({ perSecond }) => perSecond.toFixed(0)).join(", ");
  return {
    label: `${name} per second, ${MEMBER_COUNT} members`,
    budget: `at least ${BUDGET_PER_SECOND}`,
    measured:
      `${medianRound.perSecond.toFixed(0)} (rounds: ${rates}); p50 ${medianRound.p50.toFixed(0)} ms, ` +
      `p99 ${medianRound.p99.toFixed(0)} ms; CPU per write ${medianRound.cpuMs.toFixed(2)} ms`,
    isMet: medianRound.perSecond >= BUDGET_PER_SECOND,
    dependsOnMachine: true,
  };
}

/** Sends a form. Rejects if the request fails or the response isn't successful. */
function sendForm(origin: string, { cookie, agent }: Member, path: string, form: URLSearchParams) {
  const body = form.toString();
  return new Promise<void>((resolve, reject) => {
    const clientRequest = request(origin + path, {
      agent,
      method: "POST",
      headers: {
        Cookie: cookie,
        Origin: origin,
        "Accept-Encoding": "gzip, deflate, br, zstd",
        "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
        "Content-Length": Buffer.byteLength(body),
      },
    });
    clientRequest.once("error", reject);
    clientRequest.once("response", (response) => {
      let text = "";
      response.setEncoding("latin1").on("data", (chunk: string) => {
        text += chunk;
      });
      response.once("error", reject);
      response.once("end", () =>
        (response.statusCode ?? 500) < 300
          ? resolve()
          : reject(new Error(`${path} responded with ${response.statusCode}: ${text.slice(0, 300)}`)),
      );
    });
    clientRequest.end(body);
  });
}
