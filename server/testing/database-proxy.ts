import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

/** Starts a proxy that simulates network failures. `targetUrl` is the connection string of an embedded PostgreSQL. */
export async function startDatabaseProxy(targetUrl: string) {
  let state: "working" | "disconnected" | "frozen" = "working";
  const sockets = new Set<Socket>();
  const getSocketPath = (url: string) => `${new URL(url).searchParams.get("host")}/.s.PGSQL.5432`;
  let path = getSocketPath(targetUrl);
  const server = createServer((incoming) => {
    if (state === "disconnected") return void incoming.resetAndDestroy();
    const outgoing = connect(path);
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (state === "working") socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(targetUrl);
  url.searchParams.delete("host");
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    /** Closes all connections and resets new ones. */
    disconnect() {
      state = "disconnected";
      for (const socket of sockets) socket.destroy();
    },
    /** Stops forwarding in both directions, without closing connections. */
    freeze() {
      state = "frozen";
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Ends `disconnect` or `freeze`. Frozen connections stay frozen. */
    restore() {
      state = "working";
    },
    /** Closes all connections, and sends new ones to another embedded PostgreSQL. */
    setTarget(newTargetUrl: string) {
      path = getSocketPath(newTargetUrl);
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
