import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { constants, crc32, deflateRawSync } from "node:zlib";
import { StorageClient } from "@supabase/storage-js";
import { decodeJwt, SignJWT } from "jose";
import sharp from "sharp";
import type { Member } from "#core/accounts/member.ts";
import { createAppFixture } from "#server/testing/app.ts";
import { startHttpServer } from "#server/testing/http-server.ts";

const SECRET = "a secret that only the storage tests know";

interface CallOptions {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit;
  readonly json?: unknown;
}

/** Starts the HTTP server with its own database and files, on a real socket. */
export async function createStorageFixture(settings: Record<string, string> = {}) {
  const { app, database, listener, dataDir, listFiles, clock, end } = await createAppFixture({
    AUTH_JWT_SECRET: SECRET,
    STORAGE_MAX_BYTES: "3000000",
    ...settings,
  });
  const server = await startHttpServer(listener);
  const url = `${server.origin}/storage/v1`;

  const signToken = (claims: Record<string, unknown>, secret = SECRET) =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(secret));
  const client = (bearer: string) => new StorageClient(url, { authorization: `Bearer ${bearer}` });
  const serviceToken = await signToken({ role: "service_role" });
  const admin = client(serviceToken);
  const folder = join(dataDir, "storage");
  let memberCount = 0;
  let bucketCount = 0;

  return {
    app,
    database,
    /** The URL that the storage API is mounted at: http://127.0.0.1:PORT/storage/v1 */
    url,
    clock,
    serviceToken,
    client,
    admin,
    visitor: client(app.auth.publicKey),
    signToken,
    async createMember() {
      memberCount += 1;
      const username = `Uploader ${memberCount}`;
      const email = `uploader${memberCount}@example.org`;
      const session = await app.auth.signUp(
        { email, password: `wooden-Lantern-${memberCount}-7391`, username },
        { ip: "203.0.113.1", userAgent: "a test" },
      );
      const { id } = session.user;
      const sessionId = String(decodeJwt(session.access_token).session_id);
      const viewer = { id, username, email, avatarUrl: null, isVerified: false, role: "user", sessionId };
      return {
        id,
        token: session.access_token,
        viewer: viewer as Member,
        client: client(session.access_token),
      };
    },
    call(method: string, path: string, { token: bearer, headers = {}, body, json }: CallOptions = {}) {
      return fetch(`${url}${path}`, {
        method,
        headers: {
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(json === undefined ? { body: body ?? null } : { body: JSON.stringify(json) }),
      });
    },
    async createBucket(options: Parameters<StorageClient["createBucket"]>[1] = { public: false }) {
      bucketCount += 1;
      const name = `bucket-${bucketCount}`;
      const { error } = await admin.createBucket(name, options);
      if (error) throw error;
      return name;
    },
    /** Fetches an image and reads its metadata. */
    async fetchImage(path: string) {
      const response = await fetch(new URL(path, url));
      const bytes = Buffer.from(await response.arrayBuffer());
      return { ...(await sharp(bytes).metadata()), headers: response.headers, bytes };
    },
    /** Returns the names of all files, complete and partial, and their folder on the disk. */
    async listFiles() {
      const paths = await readdir(folder, { recursive: true }).catch(() => []);
      const getName = (path: string) => path.split("/").at(-1) ?? "";
      return {
        complete: (await listFiles()).map(getName).filter((name) => name.length === 36),
        partial: paths.filter((path) => path.includes("/half/")).map(getName),
        folder,
      };
    },
    async end() {
      await server.close();
      await end();
    },
  };
}

export type StorageFixture = Awaited<ReturnType<typeof createStorageFixture>>;

export function createTestImage(width: number, height: number, color = "teal") {
  return sharp({ create: { width, height, channels: 3, background: color } });
}

/** Creates a PNG that hardly compresses. */
export async function createNoiseImage(size: number): Promise<Buffer> {
  return sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: "white",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
}

/** Creates a PNG with all-zero pixels, which is large only when decoded. */
export function createBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit per pixel, grayscale.
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateZeros((Math.ceil(width / 8) + 1) * height);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    buildChunk("IHDR", header),
    buildChunk("IDAT", pixels),
    buildChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Repeats one compressed block, because compressing all the zeros would take seconds. */
function deflateZeros(length: number): Buffer {
  const blockLength = 1024 * 1024;
  const block = deflateRawSync(Buffer.alloc(blockLength), { finishFlush: constants.Z_FULL_FLUSH });
  const checksum = Buffer.alloc(4);
  // The Adler-32 checksum of `length` zeros.
  checksum.writeUInt16BE(length % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array<Buffer>(Math.floor(length / blockLength)).fill(block),
    deflateRawSync(Buffer.alloc(length % blockLength)),
    checksum,
  ]);
}

function buildChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
