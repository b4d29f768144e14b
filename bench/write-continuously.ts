import { randomUUID } from "node:crypto";

const VOTE_INTERVAL_MS = 1_000;
const POST_INTERVAL_MS = 10_000;

/** Makes a member vote every second and post every ten seconds until `end` is called. */
export function writeContinuously(
  url: string,
  { cookie, postPath }: { readonly cookie: string; readonly postPath: string },
): { end(): Promise<void> } {
  const requests: Promise<void>[] = [];
  const failures: unknown[] = [];
  const send = (path: string, form: Record<string, string>) => {
    const request = fetch(url + path, {
      method: "POST",
      headers: { Cookie: cookie, Origin: url },
      body: new URLSearchParams(form),
    }).then(async (response) => {
      if (response.status >= 400) throw new Error(`${path} responded with ${response.status}`);
      await response.arrayBuffer();
    });
    requests.push(request.catch((error: unknown) => void failures.push(error)));
  };
  const vote = () => send(`${postPath}/vote.data`, { vote: "1", rule: "toggle" });
  const post = () => {
    const id = randomUUID();
    const content = `Written during measurements: ${id}, a short post about fees and validators.`;
    send("/create.data", {
      intent: "post",
      requestId: id,
      title: `Measured ${id}`,
      content,
      category: "tech",
      tags: "",
    });
  };
  post();
  const timers = [setInterval(vote, VOTE_INTERVAL_MS), setInterval(post, POST_INTERVAL_MS)];
  return {
    async end() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(requests);
      if (failures.length > 0) throw failures[0];
    },
  };
}
