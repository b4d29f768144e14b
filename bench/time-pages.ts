/** Requests a page repeatedly and returns the times in milliseconds. */
export async function timePages(url: string, pageCount: number): Promise<number[]> {
  const times: number[] = [];
  for (let page = 0; page < pageCount; page += 1) {
    const startedAt = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  return times;
}
