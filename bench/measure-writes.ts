import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import type { Bench } from "./bench.ts";
import type { Figure, PartResult } from "./figure.ts";
import { signUpMember } from "./member.ts";
import { processorTime } from "./processor-time.ts";
import { profileProgram } from "./profile-program.ts";
import { startMeasuredProgram } from "./program.ts";

const MEMBERS = 16;
const POSTS_OF_EACH = 20;
const BUDGET = 350;

interface Member {
  readonly cookie: string;
  /** One connection, as a browser's tab has it. */
  readonly agent: Agent;
}

interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the program's process, for one write; without the database's own. */
  readonly processorMs: number;
}

/**
 * Votes and posts per second: sixteen members at once, each of whom sends the next when the last was answered, to the
 * addresses that the pages' scripts post to. Limits are off; everything else is as it is, the sync to the disk included.
 */
export async function measureWrites(bench: Bench): Promise<PartResult> {
  const databaseUrl = await bench.databases.create(0);
  const program = await startMeasuredProgram({
    databaseUrl,
    demo: true,
    nodeArguments: bench.profile ? ["--inspect=127.0.0.1:0"] : [],
  });
  bench.later(program.stop);
  const members: Member[] = [];
  for (let at = 0; at < MEMBERS; at += 1) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    bench.later(() => agent.destroy());
    members.push({ cookie: await signUpMember(program.url), agent });
  }
  const send = (member: Member, path: string, form: Record<string, string>) =>
    sendForm(program.url, member, path, new URLSearchParams(form));
  const post = (member: Member) => {
    const id = randomUUID();
    const words = `Measured words of ${id}, which stand for a short post about fees and validators.`;
    const form = { intent: "post", requestId: id, title: `Measured ${id}`, content: words, category: "tech" };
    return send(member, "/create.data", { ...form, tags: "measured" }).then(() => id);
  };

  bench.say("Writes: posts to vote on");
  const posts: { id: string; author: Member }[] = [];
  await Promise.all(
    members.map(async (author) => {
      for (let at = 0; at < POSTS_OF_EACH; at += 1) posts.push({ id: await post(author), author });
    }),
  );
  const turns = new Map<Member, number>();
  // The next post of somebody else's: voted up on one way through the posts, and taken back on the next.
  const vote = (member: Member): Promise<unknown> => {
    const turn = turns.get(member) ?? members.indexOf(member) * POSTS_OF_EACH;
    turns.set(member, turn + 1);
    const chosen = posts[turn % posts.length];
    if (chosen === undefined || chosen.author === member) return vote(member);
    return send(member, `/forum/${chosen.id}/vote.data`, { vote: "1", rule: "toggle" });
  };

  const kinds = [
    { name: "votes", write: vote },
    { name: "posts", write: post },
  ];
  const [rounds, seconds] = bench.quick ? [2, 3] : [5, 6];
  const measured = new Map(kinds.map(({ name }) => [name, [] as Round[]]));
  for (let round = 0; round <= rounds; round += 1) {
    bench.say(`Writes: ${round === 0 ? "warming up" : `round ${round} of ${rounds}`}`);
    for (const { name, write } of kinds) {
      const result = await measureRound(members, write, round === 0 ? 1 : seconds, program.pid);
      if (round > 0) measured.get(name)?.push(result);
    }
  }
  const functions = bench.profile
    ? await profileProgram(program, kinds, ({ write }) => measureRound(members, write, 5, program.pid))
    : [];
  return {
    figures: [...[...measured].map(([name, results]) => figureOf(name, results)), ...functions],
    details: Object.fromEntries(measured),
  };
}

async function measureRound(
  members: readonly Member[],
  write: (member: Member) => Promise<unknown>,
  seconds: number,
  pid: number,
): Promise<Round> {
  const took: number[] = [];
  const before = processorTime(pid);
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    members.map(async (member) => {
      while (performance.now() < until) {
        const sent = performance.now();
        await write(member);
        took.push(performance.now() - sent);
      }
    }),
  );
  const elapsed = (performance.now() - began) / 1000;
  took.sort((a, b) => a - b);
  const share = (part: number) => took[Math.floor(took.length * part)] ?? Number.NaN;
  return {
    perSecond: took.length / elapsed,
    p50: share(0.5),
    p99: share(0.99),
    processorMs: (processorTime(pid) - before) / took.length,
  };
}

function figureOf(name: string, rounds: readonly Round[]): Figure {
  const middle = rounds.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds.length / 2)];
  if (middle === undefined) throw new Error("No round was measured.");
  const all = rounds.map(({ perSecond }) => perSecond.toFixed(0)).join(", ");
  return {
    what: `${name} per second, ${MEMBERS} members`,
    budget: `at least ${BUDGET}`,
    measured:
      `${middle.perSecond.toFixed(0)} (rounds: ${all}); p50 ${middle.p50.toFixed(0)} ms, ` +
      `p99 ${middle.p99.toFixed(0)} ms; processor for one ${middle.processorMs.toFixed(2)} ms`,
    held: middle.perSecond >= BUDGET,
    dependsOnMachine: true,
  };
}

/** Rejects when the answer is no success. */
function sendForm(origin: string, { cookie, agent }: Member, path: string, form: URLSearchParams) {
  const body = form.toString();
  return new Promise<void>((resolve, reject) => {
    const sent = request(origin + path, {
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
    sent.once("error", reject);
    sent.once("response", (answer) => {
      let text = "";
      answer.setEncoding("latin1").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.once("error", reject);
      answer.once("end", () =>
        (answer.statusCode ?? 500) < 300
          ? resolve()
          : reject(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`)),
      );
    });
    sent.end(body);
  });
}
