import { afterAll, expect, test } from "vitest";
import { decodeFeed } from "./decode-feed.ts";
import { FeedError } from "./feed-error.ts";
import { createFeedReader } from "./feed-reader.ts";
import { type GatheredFeed, readFeed } from "./read-feed.ts";

const reader = createFeedReader({ milliseconds: 20_000 });
afterAll(() => reader.close());

const NOW = "2026-05-10T12:00:00.000Z";
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string | Uint8Array, contentType = ""): GatheredFeed =>
  readFeed({
    bytes: typeof text === "string" ? bytes(text) : text,
    contentType,
    url: "https://feeds.example.org/news/feed.xml",
    now: NOW,
  });
const rss = (items: string, root = 'version="2.0"') =>
  `<rss ${root}><channel><title>T</title>${items}</channel></rss>`;
const problemOf = (text: string) => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof FeedError) return error.problem;
    throw error;
  }
  return null;
};

test.each([
  [
    "a byte order mark over everything",
    [0xef, 0xbb, 0xbf, ...bytes("<a>é</a>")],
    "text/xml; charset=latin1",
    "<a>é</a>",
  ],
  ["UTF-16 by its mark", [0xff, 0xfe, 0x3c, 0, 0xe9, 0], "", "<é"],
  ["UTF-16 without one", [0, 0x3c, 0, 0x61, 0, 0x3e], "", "<a>"],
  [
    "the header over the prolog",
    [...bytes('<?xml version="1.0" encoding="utf-8"?>'), 0xe9],
    "a/b; charset=ISO-8859-1",
    '<?xml version="1.0" encoding="utf-8"?>é',
  ],
  [
    "the prolog",
    [...bytes("<?xml version='1.0' encoding='KOI8-R'?>"), 0xf0],
    "",
    "<?xml version='1.0' encoding='KOI8-R'?>П",
  ],
  [
    "a header that the bytes contradict",
    [...bytes('<?xml version="1.0" encoding="shift_jis"?>'), 0x83, 0x41],
    "text/xml; charset=utf-8",
    '<?xml version="1.0" encoding="shift_jis"?>ア',
  ],
  ["a set that nobody knows", [...bytes("é")], "text/xml; charset=klingon", "é"],
  ["no word, and UTF-8", [...bytes("Ё")], "text/xml", "Ё"],
  ["no word, and not UTF-8", [0x93, 0x61, 0x94, 0xe9], "text/xml", "“a”é"],
  [
    "blanks before the prolog",
    [...bytes('\n <?xml version="1.0" encoding="windows-1251"?>'), 0xcf],
    "",
    '\n <?xml version="1.0" encoding="windows-1251"?>П',
  ],
])("the character set: %s", (_what, given, contentType, text) => {
  expect(decodeFeed(Uint8Array.from(given), contentType)).toBe(text);
});

test("an item of RSS 2.0 becomes an article by the rules", () => {
  const long = "Quantum computers are said to be near. ".repeat(10);
  const [item] = read(
    rss(
      `<item><title>\n  Tom &amp;amp; &lt;b&gt;Jerry&lt;/b&gt; </title><link>\n https://example.org/a?utm_source=rss&amp;id=1#x </link>
       <guid isPermaLink="false">n1</guid><pubDate>Sun, 10 May 2026 10:00:00 +0200</pubDate>
       <dc:creator>Ann</dc:creator>
       <description><![CDATA[<p onclick="x()">${long}</p><script>alert(1)</script><img src="/one.jpg" width="1">]]></description>
       <content:encoded><![CDATA[<p>${long}</p><ul><li>one<li>two</ul><iframe src="x">frame</iframe><p>${long} 1 &lt; 2</p><img src='pics/two.jpg'>]]></content:encoded></item>`,
      'version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"',
    ),
  ).items;
  const words = long.trim();
  expect(item).toEqual({
    identity: "guid:n1",
    title: "Tom & Jerry",
    content: `${words}\n\n• one\n• two\n\n${words} 1 < 2`,
    excerpt: `${words.slice(0, 157).trim()}...`,
    tags: ["quantum"],
    author: "Ann",
    publishedAt: "2026-05-10T08:00:00.000Z",
    link: "https://example.org/a?id=1",
    image: "https://feeds.example.org/news/pics/two.jpg",
    readTime: 2,
  });
});

test("Atom: the alternate link among several, relative to the feed's own address, and a title of type html", () => {
  const feed = read(`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/blog/">
    <title>T</title><id>f</id><updated>2026-05-01T00:00:00Z</updated>
    <entry><id>tag:1</id><title type="html">&lt;i&gt;AI&lt;/i&gt; &amp;amp; us</title>
      <link rel="edit" href="https://example.org/edit/1"/><link rel="self" href="https://example.org/self/1"/>
      <link rel="alternate" href="posts/1"/><updated>2026-05-02T00:00:00Z</updated><published>2026-05-01T12:00:00+02:00</published>
      <author><name>Bo</name></author><summary type="html">&lt;p&gt;Short&lt;/p&gt;</summary></entry></feed>`);
  expect(feed.items).toMatchObject([
    {
      identity: "guid:tag:1",
      title: "AI & us",
      link: "https://example.org/blog/posts/1",
      author: "Bo",
      excerpt: "Short",
      publishedAt: "2026-05-01T10:00:00.000Z",
      tags: ["ai"],
    },
  ]);
});

test("RDF, RSS 0.91 with its document type, and JSON Feed are read", () => {
  const rdf =
    read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="x"><title>T</title><link>https://example.org</link></channel>
    <item rdf:about="https://example.org/1"><title>One</title><link>https://example.org/1</link><dc:date>2026-05-01</dc:date></item></rdf:RDF>`);
  expect(rdf.items).toMatchObject([{ title: "One", publishedAt: "2026-05-01T00:00:00.000Z", excerpt: "" }]);
  expect(rdf.items[0]?.content).toMatch(/developing story/);
  const old = read(
    `<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
     <rss version="0.91"><channel><title>T</title><item><title>Caf&eacute; &copy;</title><link>https://example.org/2</link></item></channel></rss>`,
  );
  expect(old.items).toMatchObject([
    { title: "Café ©", publishedAt: null, identity: "link:https://example.org/2" },
  ]);
  const json = read(
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "T",
      home_page_url: "https://example.org/",
      items: [
        {
          id: "7",
          url: "/seven",
          title: "Seven",
          content_text: "a\n\nb <3",
          date_published: NOW,
          image: "i.png",
        },
        { id: "8" },
      ],
    }),
  );
  expect(json.items).toMatchObject([
    {
      identity: "guid:7",
      link: "https://example.org/seven",
      image: "https://example.org/i.png",
      content: expect.stringMatching(/^a\n\nb <3 /),
    },
  ]);
  expect(json.skipped).toBe(1);
});

test.each([
  [
    "media elements, the widest",
    '<media:content url="https://i.org/s.jpg" width="140" medium="image"/><media:content url="https://i.org/l.jpg" width="460" medium="image"/>',
    "https://i.org/l.jpg",
  ],
  [
    "a thumbnail in a group",
    '<media:group><media:content url="https://i.org/v.mp4" type="video/mp4" width="900"/><media:thumbnail url="https://i.org/t.jpg" width="480"/></media:group>',
    "https://i.org/t.jpg",
  ],
  ["not an avatar", '<media:thumbnail url="https://i.org/a.jpg" width="30"/>', null],
  [
    "an enclosure that is a picture",
    '<enclosure url="https://i.org/x.mp3" type="audio/mpeg" length="1"/><enclosure url="https://i.org/e" type="image/png" length="1"/>',
    "https://i.org/e",
  ],
  [
    "the text's first, past a mark that counts readers",
    "<description>&lt;img src=\"https://t.org/p.gif\" height='1'&gt;&lt;img alt=x src=https://i.org/d.jpg?a=1&amp;amp;b=2&gt;</description>",
    "https://i.org/d.jpg?a=1&b=2",
  ],
  [
    "nothing that a browser would run",
    '<enclosure url="javascript:x" type="image/png" length="1"/><description>&lt;img src="data:image/png;base64,AAAA"&gt;</description>',
    null,
  ],
])("the picture: %s", (_what, markup, image) => {
  const [item] = read(
    rss(
      `<item><title>A</title>${markup}</item>`,
      'version="2.0" xmlns:media="http://search.yahoo.com/mrss/"',
    ),
  ).items;
  expect(item?.image).toBe(image);
});

test("a proxy's link gives way to the real one", () => {
  const [item] = read(
    rss(
      "<item><title>A</title><link>https://proxy.example.org/~r/1</link><feedburner:origLink>https://example.org/real?utm_medium=feed</feedburner:origLink></item>",
      'version="2.0" xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"',
    ),
  ).items;
  expect(item?.link).toBe("https://example.org/real");
});

test("a broken item loses itself alone, and a feed that was cut off keeps what came whole", () => {
  const good = (name: string) =>
    `<item><title>${name}</title><link>https://example.org/${name}</link></item>`;
  const titles = (text: string) => read(text).items.map(({ title }) => title);
  expect(titles(rss(`${good("a")}<item><title>b</ttle><link>x</item>${good("c")}`))).toEqual(
    expect.arrayContaining(["a", "c"]),
  );
  expect(titles(rss(`${good("a")}<item><title><![CDATA[never ends</title></item>${good("c")}`))).toEqual(
    expect.arrayContaining(["a", "c"]),
  );
  expect(titles(rss(`${good("a")}${good("b")}<item><title>half`).replace("</channel></rss>", ""))).toEqual(
    expect.arrayContaining(["a", "b"]),
  );
  expect(titles(rss(`${good("a")}<item></item><item><title> </title></item>${good("c")}`))).toEqual([
    "a",
    "c",
  ]);
  expect(titles(rss(`${good("a")}<item><title>A & B \u0003 &nosuch; <3</title></item>`))[0]).toBe("a");
});

test("markup never gets through, however it was wrapped", () => {
  const attacks = [
    "&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;hello",
    "&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;hello",
    "<![CDATA[<svg/onload=alert(1)>hello]]>",
    "<![CDATA[<a href='javascript:alert(1)'>hello</a><style>*{}</style>]]>",
    "<![CDATA[<!--><script>alert(1)</script>-->hello]]>",
  ];
  for (const attack of attacks) {
    const [item] = read(
      rss(
        `<item><title>${attack}</title><description>${attack}</description><author>${attack}</author></item>`,
      ),
    ).items;
    expect(item?.title).toContain("hello");
    expect(`${item?.title}${item?.author}`).not.toMatch(/<script|<img|<svg|onerror=|<style/i);
    expect(`${item?.excerpt}${item?.content}`).not.toMatch(/javascript:|onload=|onerror=/);
  }
});

test("entities of its own, depth and numbers beyond reason are refused before anything is built of them", () => {
  const bomb = (entities: string) =>
    `<?xml version="1.0"?><!DOCTYPE rss [${entities}]>${rss("<item><title>&z;</title></item>")}`;
  expect(problemOf(bomb('<!ENTITY a "ha"><!ENTITY z "&a;&a;&a;">'))).toBe("hostile");
  expect(problemOf(bomb('<!ENTITY z SYSTEM "file:///etc/passwd">'))).toBe("hostile");
  expect(problemOf(bomb('<!ENTITY % z SYSTEM "https://evil.example.org/x.dtd"> %z;'))).toBe("hostile");
  expect(problemOf(bomb(`<!ENTITY z "${"x".repeat(100_000)}">`))).toBe("hostile");
  expect(problemOf(rss(`<item>${"<a>".repeat(200)}</item>`))).toBe("hostile");
  expect(problemOf(rss("<i/>".repeat(300_000)))).toBe("hostile");
  expect(problemOf('<!DOCTYPE rss [ <!ENTITY a "')).toBe("hostile");
  expect(read(bomb('<!ENTITY nbsp "&#160;"><!ENTITY z "zed">')).items).toHaveLength(1);
});

test("what is no feed is refused with a reason", () => {
  for (const text of [
    "",
    "<html><body>hello</body></html>",
    "{}",
    "{",
    "[1]",
    "plain words",
    "<rss",
    "\0\0\0\0",
  ]) {
    expect(problemOf(text)).toBe("unreadable");
  }
  expect(problemOf(`{"version":"https://jsonfeed.org/version/1","items":${"[".repeat(100_000)}`)).toBe(
    "unreadable",
  );
});

test("bytes that are made to cost a parser much are read in the time of an ordinary feed, or refused", async () => {
  const strict = createFeedReader({ milliseconds: 40_000 });
  const five = 4_500_000;
  const items = (html: string) =>
    rss(
      `<item><title>t</title><description><![CDATA[${html.repeat(Math.ceil(90_000 / html.length))}]]></description></item>`.repeat(
        45,
      ),
    );
  const costly = [
    items("<div>"),
    items("<b><i>"),
    items("<img "),
    items("<svg><script>"),
    items("&amp;\n"),
    rss(`<item><title>${"&lt;a ".repeat(five / 6)}</title></item>`),
    rss(`<item><title>${"&amp;".repeat(five / 5)}</title></item>`),
    rss("<item><title><![CDATA[".repeat(five / 22)),
    rss("<item><!--".repeat(five / 10)),
    `<rss ${'a="1" '.repeat(five / 6)}><channel><item><title>t</titl></item></channel></rss>`,
    `<!DOCTYPE rss [${" ".repeat(five)}`,
    "<".repeat(five),
    `{"version":"https://jsonfeed.org/version/1","items":[${"{},".repeat(five / 3)}{}]}`,
  ];
  for (const text of costly) {
    const feed = { bytes: bytes(text), contentType: "", url: "https://e.org/f", now: NOW };
    const problem = await strict.read(feed).then(
      () => null,
      (error: FeedError) => error.problem,
    );
    expect(problem, text.slice(0, 80)).not.toBe("too_slow");
  }
  await strict.close();
}, 120_000);

test("at most 500 items of a feed are read", () => {
  const many = Array.from(
    { length: 700 },
    (_, at) => `<item><title>t${at}</title><guid>g${at}</guid></item>`,
  ).join("");
  expect(read(rss(many)).items).toHaveLength(500);
});

test("the reading thread gives what reading gives, refuses what takes too long, and goes on with the next", async () => {
  const feed = (text: string) => ({ bytes: bytes(text), contentType: "", url: "https://e.org/f", now: NOW });
  const good = rss("<item><title>Good</title></item>");
  const hasty = createFeedReader({ milliseconds: 1 });
  await expect(hasty.read(feed(good))).rejects.toMatchObject({ problem: "too_slow" });
  await hasty.close();

  const [first, bad, second] = await Promise.allSettled([
    reader.read(feed(good)),
    reader.read(feed("<html>")),
    reader.read(feed(good)),
  ]);
  expect(first).toEqual({ status: "fulfilled", value: readFeed(feed(good)) });
  expect(bad).toMatchObject({ status: "rejected", reason: { problem: "unreadable" } });
  expect(second).toMatchObject({ status: "fulfilled" });
});
