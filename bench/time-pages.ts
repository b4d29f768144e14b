/** Requests a page repeatedly and returns the time of each request in milliseconds. */
export async function timePages(url: string, requestCount: number): Promise<number[]> {
  const times: number[] = [];
  for (let request = 0; request < requestCount; request += 1) {
    const startedAt = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  return times;
}
