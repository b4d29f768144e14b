import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import type { Member } from "#core/accounts/member.ts";
import { encodeSessionCookies, serializeSession } from "#core/accounts/session-cookie.ts";
import { createTestDatabase } from "./database.ts";
import { createEdge } from "./edge.ts";
import { chooseTestFiles } from "./files.ts";

export type AppFixture = Awaited<ReturnType<typeof createAppFixture>>;

/** Creates the complete app with its own database and folder. `http` and `listener` are its HTTP handlers. */
export async function createAppFixture(settings: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "lattice-app-"));
  const files = chooseTestFiles();
  let offsetMs = 0;
  const clock = {
    now: () => new Date(Date.now() + offsetMs),
    advance(seconds: number) {
      offsetMs += seconds * 1000;
    },
  };
  const environment = {
    PUBLIC_URL: "http://lattice.test",
    DATA_DIR: dataDir,
    AUTH_RATE_LIMITS: "off",
    ...files.settings,
    ...settings,
  };
  const { app, http, listener } = await createEdge({ database, environment, clock });
  let memberCount = 0;
  const bearersById = new Map<string, string>();
  const cookiesById = new Map<string, string>();
  return {
    app,
    database,
    http,
    listener,
    dataDir,
    listFiles: () => files.list(dataDir),
    clock,
    /** Signs up a new member, who is then signed in. */
    async register(): Promise<Member> {
      memberCount += 1;
      const session = await app.auth.signUp(
        {
          email: `person${memberCount}@example.org`,
          password: `wooden-Lantern-${memberCount}-7391`,
          username: `Person ${memberCount}`,
        },
        { ip: "203.0.113.1", userAgent: "a test" },
      );
      const cookies = encodeSessionCookies(serializeSession(session))
        .filter((cookie) => !cookie.includes("Max-Age=0"))
        .map((cookie) => cookie.split(";")[0]);
      const identity = await app.auth.identify(cookies.join("; "));
      if (identity.state !== "member") throw new Error("a new member is not signed in");
      cookiesById.set(identity.member.id, cookies.join("; "));
      bearersById.set(identity.member.id, `Bearer ${session.access_token}`);
      return identity.member;
    },
    /** Returns the Cookie header of a member's browser. */
    getCookies: ({ id }: Member) => cookiesById.get(id) ?? "",
    getBearer: ({ id }: Member) => bearersById.get(id) ?? "",
    /** Uploads a post image as a browser does, and returns its path. */
    async uploadImage({ id }: Member) {
      const key = `post-images/${id}/${randomUUID()}`;
      const response = await http.request(`/storage/v1/object/${key}`, {
        method: "POST",
        headers: { authorization: bearersById.get(id) ?? "", "content-type": "image/png" },
        body: new Uint8Array(await createPlainImage(40, 40)),
      });
      if (!response.ok) throw new Error(await response.text());
      return `/storage/v1/object/public/${key}`;
    },
    /** Fetches a stored file without signing in. */
    fetchFile: async (url: string) => http.request(url),
    async end() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates an image in a single color. */
export const createPlainImage = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
