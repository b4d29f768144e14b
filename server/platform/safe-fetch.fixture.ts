import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { expect, onTestFinished } from "vitest";

async function listenUntilTestEnds(
  server: Server | ReturnType<typeof createSocketServer>,
  host: string,
  port: number,
) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** Starts a server that runs until the test ends, and returns its origin. */
export const serve = (listener: RequestListener, { host = "127.0.0.1", port = 0 } = {}) =>
  listenUntilTestEnds(createServer(listener), host, port);

/** Starts a server that sends raw bytes. */
export const serveRaw = (respond: (socket: Socket) => void) =>
  listenUntilTestEnds(
    createSocketServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => respond(socket));
    }),
    "127.0.0.1",
    0,
  );

export const problem = (name: string) => expect.objectContaining({ name: "SafeFetchError", problem: name });
