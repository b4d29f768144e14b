import { expect, test } from "./fixtures.ts";
import { createPost } from "./forum.ts";
import { readTestEnvironment } from "./global-setup.ts";

test("posts, profiles and other pages each have their own link preview", async ({ plain, member }) => {
  const path = await createPost(plain, { title: "A link to share 🚀 <b>&amp;</b>", content: "Some text." });
  const imageUrls = new Set<string>();
  for (const pagePath of [path, `/u/${member.username}`, "/wallet"]) {
    await plain.goto(pagePath);
    const readMeta = (name: string) =>
      plain
        .findAll("meta")
        .find((meta) => [meta.attribute("property"), meta.attribute("name")].includes(name))
        ?.attribute("content");
    const imageUrl = readMeta("og:image") ?? "";
    expect(imageUrl.startsWith(`${readTestEnvironment().url}/og/`), pagePath).toBe(true);
    expect(readMeta("twitter:card")).toBe("summary_large_image");
    expect([readMeta("og:image:width"), readMeta("og:image:height")]).toEqual(["1200", "630"]);
    expect(readMeta("og:image:alt")).toBeTruthy();
    const imageResponse = await fetch(imageUrl);
    expect(imageResponse.headers.get("content-type")).toBe("image/png");
    expect(imageResponse.headers.get("cache-control")).toBe("public, no-cache");
    imageUrls.add(imageUrl);
  }
  expect(imageUrls.size).toBe(3);
});
