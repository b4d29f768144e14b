import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Member } from "#core/accounts/member.ts";
import { DEFAULT_ACCENT, deriveAccent } from "#core/settings/accent.ts";
import type { ImageSection, SectionName } from "#core/settings/constants.ts";
import { type AppFixture, createAppFixture } from "#server/testing/app.ts";
import { createEdge } from "#server/testing/edge.ts";

let site: AppFixture;
let admin: Member;
beforeAll(async () => {
  site = await createAppFixture();
  admin = await createAdministrator();
});
afterAll(() => site.end());

async function createAdministrator(): Promise<Member> {
  const member = await site.register();
  await site.database.pool.query("update public.user_roles set role = 'admin' where user_id = $1", [
    member.id,
  ]);
  return { ...member, role: "admin" };
}

const settings = () => site.app.settings;
const readSection = async <S extends SectionName>(section: S) =>
  (await settings().administration.read(admin)).sections[section];

/** Uploads an image as its form would, or resets it. */
async function upload(
  section: ImageSection,
  bytes: Uint8Array | null,
  { viewer = admin, version }: { viewer?: Member | null; version?: string } = {},
) {
  const current = version ?? String((await readSection(section)).version);
  return settings().administration.saveImage(viewer, { section, version: current, bytes });
}

async function save(section: "accent" | "welcome", values: Record<string, string>) {
  const version = String((await readSection(section)).version);
  return settings().administration.save(admin, { section, version, values });
}

const draw = (width: number, height: number, background = "teal") =>
  sharp({ create: { width, height, channels: 4, background } });
const createPng = (width: number, height: number, background?: string) =>
  draw(width, height, background).png().toBuffer();
const get = (path: string) => site.http.request(path);

describe("the logo", () => {
  test("is served at its own URL, which changes with it", async () => {
    expect((await settings().read()).branding.logo).toBeNull();
    await upload("logo", await createPng(800, 200));
    const first = (await settings().read()).branding.logo;
    expect(first).toMatchObject({ width: 480, height: 120 });
    const response = await get(first?.path ?? "");
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
    const servedImage = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(servedImage).toMatchObject({ format: "png", width: 480, height: 120 });

    await upload("logo", await createPng(100, 100, "red"));
    const second = (await settings().read()).branding.logo;
    expect(second).toMatchObject({ width: 100, height: 100 });
    expect(second?.path).not.toBe(first?.path);
    expect((await get(first?.path ?? "")).status).toBe(404);
    expect((await get(second?.path ?? "")).status).toBe(200);
  });

  test("can also be JPEG or WebP, and is rebuilt from its pixels", async () => {
    const secret = "GPS 52.1, 4.3";
    const jpeg = await draw(300, 200)
      .flatten()
      .withExif({ IFD0: { ImageDescription: secret } })
      .jpeg()
      .toBuffer();
    expect(jpeg.includes(secret)).toBe(true);
    for (const bytes of [
      Buffer.concat([jpeg, Buffer.from(secret)]),
      await draw(300, 200).webp().toBuffer(),
    ]) {
      await upload("logo", bytes);
      const { logo } = (await settings().read()).branding;
      const servedImage = Buffer.from(await (await get(logo?.path ?? "")).arrayBuffer());
      expect(servedImage.includes(secret)).toBe(false);
      expect(await sharp(servedImage).metadata()).toMatchObject({ format: "png", width: 180, height: 120 });
    }
  });

  test("is recorded in the audit log without its bytes, and can be reset to the built-in one", async () => {
    await upload("logo", await createPng(100, 50));
    const { image, width, height } = (await readSection("logo")).values;
    const [changeEvent] = (await site.app.admin.log.list(admin, { kind: "setting", targetId: "logo" }))
      .events;
    expect(changeEvent).toMatchObject({ action: "setting.change", actorId: admin.id });
    expect(changeEvent?.after).toEqual({ image, width, height });
    await upload("logo", null);
    expect((await settings().read()).branding.logo).toBeNull();
    expect((await get(`/brand/logo-${image}.png`)).status).toBe(404);
    const { rows } = await site.database.pool.query(
      "select value from public.site_settings where section = 'logo'",
    );
    expect(rows[0].value).toEqual({ image: null, width: null, height: null });
  });

  test("can only be replaced by an administrator who signed in recently and has seen the current one", async () => {
    const bytes = await createPng(64, 64);
    const member = await site.register();
    await expect(upload("logo", bytes, { viewer: null })).rejects.toMatchObject({ code: "not_signed_in" });
    await expect(upload("logo", bytes, { viewer: member })).rejects.toMatchObject({ code: "access_denied" });
    const version = String((await readSection("logo")).version);
    await upload("logo", bytes);
    await expect(upload("logo", await createPng(65, 64), { version })).rejects.toMatchObject({
      code: "settings_changed",
      fieldErrors: { image: `${admin.username} has just saved another image. Save again to replace it.` },
    });
    site.clock.advance(11 * 60);
    await expect(upload("logo", bytes)).rejects.toMatchObject({ code: "step_up_required" });
    admin = await createAdministrator();
  });

  test("can't be set to a digest through a section's form", async () => {
    await expect(
      settings().administration.save(admin, {
        section: "logo",
        version: "0",
        values: { image: "0123456789abcdef", width: "1", height: "1" },
      }),
    ).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("is served by the other processes too", async () => {
    await upload("logo", await createPng(90, 90));
    const { logo } = (await settings().read()).branding;
    const second = await createEdge({ database: site.database, environment: { DATA_DIR: site.dataDir } });
    expect((await second.http.request(`http://site.test${logo?.path}`)).status).toBe(200);
  });
});

/** Creates a PNG with a header that declares more pixels than its few bytes contain. */
function createBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const lengthAndChecksum = Buffer.alloc(8);
    lengthAndChecksum.writeUInt32BE(data.length, 0);
    let crc = ~0;
    for (const byte of body) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    lengthAndChecksum.writeUInt32BE(~crc >>> 0, 4);
    return Buffer.concat([lengthAndChecksum.subarray(0, 4), body, lengthAndChecksum.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("hostile and unsuitable files:", () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const unsupportedMessage = "This file isn't a PNG, JPEG or WebP image.";
  const damagedMessage = /damaged/;
  test.each<[string, () => Promise<Buffer> | Buffer, RegExp | string]>([
    ["an SVG", () => Buffer.from(SVG), unsupportedMessage],
    ["an SVG with an XML declaration", () => Buffer.from(`<?xml version="1.0"?>${SVG}`), unsupportedMessage],
    ["HTML", () => Buffer.from("<!doctype html><script>alert(1)</script>"), unsupportedMessage],
    ["a GIF", () => draw(64, 64).gif().toBuffer(), unsupportedMessage],
    ["an empty file", () => Buffer.alloc(0), "Choose an image."],
    ["a file of more than 2 MB", () => Buffer.alloc(2_000_001), "This image is larger than 2 MB."],
    ["a signature alone", () => Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), damagedMessage],
    [
      "an SVG after a PNG's signature",
      () => Buffer.from(`\x89PNG\r\n\x1a\n${SVG}`, "latin1"),
      damagedMessage,
    ],
    ["half an image", async () => (await createPng(400, 400)).subarray(0, 300), damagedMessage],
    ["an image with too many pixels", () => createBomb(30_000, 30_000), /at most \d+ megapixels/],
    ["an image with fewer pixels than declared", () => createBomb(3_000, 3_000), damagedMessage],
  ])("%s is refused with a message, and nothing changes", async (_name, create, message) => {
    const bytes = await create();
    for (const section of ["logo", "favicon"] as const) {
      const before = await readSection(section);
      await expect(upload(section, bytes)).rejects.toMatchObject({
        code: "invalid_input",
        fieldErrors: { picture: typeof message === "string" ? message : expect.stringMatching(message) },
      });
      expect(await readSection(section)).toEqual(before);
    }
  });

  test("other file names under /brand aren't found", async () => {
    for (const name of ["logo-.png", "icon-32-0123456789abcdef.png", "icon-33.png", "..%2f", "files"])
      expect((await get(`/brand/${name}`)).status, name).toBe(404);
  });
});

test("the favicon has the sizes that browsers request, and /favicon.ico redirects to it", async () => {
  for (const [width, height] of [
    [100, 47],
    [47, 100],
  ] as const)
    await expect(upload("favicon", await createPng(width, height))).rejects.toMatchObject({
      fieldErrors: { picture: "Choose an image of at least 48 × 48 pixels." },
    });
  const before = await get("/favicon.ico");
  expect([before.status, before.headers.get("Location")]).toEqual([302, "/favicon.svg"]);
  await upload("favicon", await createPng(100, 50));
  const { favicon } = (await settings().read()).branding;
  for (const size of [32, 180, 192]) {
    const response = await get(`/brand/icon-${size}-${favicon}.png`);
    const icon = sharp(Buffer.from(await response.arrayBuffer()));
    expect(await icon.metadata()).toMatchObject({ format: "png", width: size, height: size });
    // The image isn't cropped: its background is transparent, or white for Apple's home screen.
    const [corner] = await icon
      .ensureAlpha()
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(corner, String(size)).toBe(size === 180 ? 255 : 0);
  }
  expect((await get(`/brand/icon-64-${favicon}.png`)).status).toBe(404);
  expect((await get("/favicon.ico")).headers.get("Location")).toBe(`/brand/icon-32-${favicon}.png`);
});

describe("the accent color", () => {
  test("can be entered in short notation, is derived for both themes, and can be reset", async () => {
    expect((await settings().read()).branding.accent).toBeNull();
    await save("accent", { color: " FD0 " });
    expect((await readSection("accent")).values.color).toBe("#ffdd00");
    expect((await settings().read()).branding.accent).toEqual(deriveAccent("#ffdd00"));
    await save("accent", {});
    expect((await settings().read()).branding.accent).toBeNull();
  });

  test.each(["red", "#12", "#ffffff;}*{display:none", "rgb(0,0,0)", "var(--x)", "#ffffff\n#000000"])(
    "%j is refused with a message",
    async (color) => {
      await expect(save("accent", { color })).rejects.toMatchObject({
        code: "invalid_input",
        fieldErrors: { color: "Enter a color like #0a6b55." },
      });
    },
  );
});

test("emails use the accent color", async () => {
  const readHtml = async () => {
    await site.http.request("/auth/v1/recover", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: admin.email }),
    });
    const { rows } = await site.database.pool.query(
      "select body_html from email.outbox order by id desc limit 1",
    );
    return rows[0].body_html as string;
  };
  const plainHtml = await readHtml();
  expect(plainHtml).toContain(`background:${DEFAULT_ACCENT.light.accent}`);
  await save("accent", { color: "#c2185b" });
  site.clock.advance(120);
  const html = await readHtml();
  expect(html).toContain(`background:${deriveAccent("#c2185b").light.accent}`);
  expect(html).not.toContain(DEFAULT_ACCENT.light.accent);
  expect(html).not.toContain("\0");
});

test("feeds refer to the favicon and the logo", async () => {
  const read = async () => (await get("/feeds/forum.xml")).text();
  const { logo, favicon } = (await settings().read()).branding;
  expect(await read()).toContain(`<icon>http://lattice.test/brand/icon-192-${favicon}.png</icon>`);
  expect(await read()).toContain(`<logo>http://lattice.test${logo?.path}</logo>`);
  await upload("logo", null);
  expect(await read()).not.toContain("<logo>");
});

test("preview images show the logo and the accent color, and get a new URL when these or the headline change", async () => {
  const { sharing } = site.app;
  const render = async () => {
    const { path } = await sharing.getSiteImage();
    const response = await get(path);
    expect(response.status).toBe(200);
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const getPixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
    return { path, bar: getPixel(600, 625), logo: getPixel(147, 225) };
  };
  await save("accent", {});
  const plainImage = await render();
  await upload("logo", await createPng(200, 200, "#ff0000"));
  await save("accent", { color: "#ffdd00" });
  const brandedImage = await render();
  expect(brandedImage.path).not.toBe(plainImage.path);
  expect(brandedImage.bar).not.toEqual(plainImage.bar);
  const [red = 0, green = 255, blue = 255] = brandedImage.logo;
  expect([red > 240, green < 15, blue < 15]).toEqual([true, true, true]);
  await save("welcome", { headline: "Apples, pears and quinces" });
  expect((await sharing.getSiteImage()).path).not.toBe(brandedImage.path);
  await save("welcome", {});
  expect((await sharing.getSiteImage()).path).toBe(brandedImage.path);
});
