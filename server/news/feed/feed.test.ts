import { expect, test } from "vitest";
import { decodeFeed } from "./decode-feed.ts";
import { buildRss, NOW, read, toBytes } from "./feed.fixture.ts";

test.each([
  [
    "a byte order mark that contradicts the header",
    [0xef, 0xbb, 0xbf, ...toBytes("<a>é</a>")],
    "text/xml; charset=latin1",
    "<a>é</a>",
  ],
  ["UTF-16 with a byte order mark", [0xff, 0xfe, 0x3c, 0, 0xe9, 0], "", "<é"],
  ["UTF-16 without a byte order mark", [0, 0x3c, 0, 0x61, 0, 0x3e], "", "<a>"],
  [
    "a header that contradicts the prolog",
    [...toBytes('<?xml version="1.0" encoding="utf-8"?>'), 0xe9],
    "a/b; charset=ISO-8859-1",
    '<?xml version="1.0" encoding="utf-8"?>é',
  ],
  [
    "only a prolog",
    [...toBytes("<?xml version='1.0' encoding='KOI8-R'?>"), 0xf0],
    "",
    "<?xml version='1.0' encoding='KOI8-R'?>П",
  ],
  [
    "a header that the bytes contradict",
    [...toBytes('<?xml version="1.0" encoding="shift_jis"?>'), 0x83, 0x41],
    "text/xml; charset=utf-8",
    '<?xml version="1.0" encoding="shift_jis"?>ア',
  ],
  ["an unknown charset", [...toBytes("é")], "text/xml; charset=klingon", "é"],
  ["a meaningless charset", [0x63, 0xe9], "text/xml; charset=x-user-defined", "cé"],
  ["no declared charset but UTF-8 bytes", [...toBytes("Ё")], "text/xml", "Ё"],
  ["no declared charset and other bytes", [0x93, 0x61, 0x94, 0xe9], "text/xml", "“a”é"],
  [
    "whitespace before the prolog",
    [...toBytes('\n <?xml version="1.0" encoding="windows-1251"?>'), 0xcf],
    "",
    '\n <?xml version="1.0" encoding="windows-1251"?>П',
  ],
  [
    "UTF-8 bytes despite a declared single-byte charset",
    [...toBytes('<?xml version="1.0" encoding="iso-8859-1"?>Café')],
    "text/xml; charset=windows-1252",
    '<?xml version="1.0" encoding="iso-8859-1"?>Café',
  ],
  ["C1 controls in place of windows-1252 characters", [...toBytes("\u0093a\u0094 \u0080")], "", "“a” €"],
])("a feed is decoded correctly with %s", (_name, bytes, contentType, text) => {
  expect(decodeFeed(Uint8Array.from(bytes), contentType)).toBe(text);
});

test.each([
  ["HTML gets a new &lt;select&gt; element", "HTML gets a new <select> element"],
  ["Why &amp;lt;script&amp;gt; tags came back", "Why <script> tags came back"],
  ["<![CDATA[From List<T> to Array<Item>]]>", "From List<T> to Array<Item>"],
  ["<![CDATA[<i>Why</i> <video> won<br>again]]>", "Why <video> won again"],
  ["<![CDATA[Hacked<script>alert(1)</script>]]>", "Hacked"],
  ["<![CDATA[<svg onload=alert(1)>Rates rise]]>", "Rates rise"],
])("a headline loses its markup, but not the elements that it names: %s", (title, text) => {
  expect(read(buildRss(`<item><title>${title}</title></item>`)).items[0]?.title).toBe(text);
});

test("text in forms and formulas is preserved", () => {
  const markup =
    '<form>Sign <b>here</b> <input value="x"></form><p>Take <math><mi>x</mi><mo>=</mo><mn>2</mn><annotation encoding="application/x-tex">x=2</annotation></math>.</p>';
  const [item] = read(
    buildRss(`<item><title>A</title><description><![CDATA[${markup}]]></description></item>`),
  ).items;
  expect(item?.content).toMatch(/^Sign here\n\nTake x=2\./);
});

test.each([
  '<rss version="2.0"><channel></channel></rss>',
  '<?xml version="1.0"?>\n<rss version="2.0">\n<channel/>\n</rss>\n',
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel rdf:about="x"></channel></rdf:RDF>',
])("a channel without items is an empty feed: %s", (xml) => {
  expect(read(xml)).toMatchObject({ items: [], skipped: 0 });
});

test("an RSS 2.0 item becomes an article", () => {
  const longText = "Quantum computers are said to be near. ".repeat(10);
  const [item] = read(
    buildRss(
      `<item><title>\n  Tom &amp;amp; &lt;b&gt;Jerry&lt;/b&gt; </title><link>\n https://example.org/a?utm_source=rss&amp;id=1#x </link>
       <guid isPermaLink="false">n1</guid><pubDate>Sun, 10 May 2026 10:00:00 +0200</pubDate>
       <dc:creator>Ann</dc:creator>
       <description><![CDATA[<p onclick="x()">${longText}</p><script>alert(1)</script><img src="/one.jpg" width="1">]]></description>
       <content:encoded><![CDATA[<p>${longText}</p><ul><li>one<li>two</ul><iframe src="x">frame</iframe><p>${longText} 1 &lt; 2</p><img src='pics/two.jpg'>]]></content:encoded></item>`,
      'version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"',
    ),
  ).items;
  const text = longText.trim();
  expect(item).toEqual({
    identity: "guid:n1",
    title: "Tom & Jerry",
    content: `${text}\n\n• one\n• two\n\n${text} 1 < 2`,
    excerpt: `${text.slice(0, 157).trim()}...`,
    tags: ["quantum"],
    author: "Ann",
    publishedAt: "2026-05-10T08:00:00.000Z",
    link: "https://example.org/a?id=1",
    image: "https://feeds.example.org/news/pics/two.jpg",
    readMinutes: 2,
  });
});

test("an Atom entry's alternate link is resolved against the feed's base, and its HTML title becomes text", () => {
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

test("RDF, RSS 0.91 with a document type, and JSON Feed are parsed", () => {
  const rdf =
    read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="x"><title>T</title><link>https://example.org</link></channel>
    <item rdf:about="https://example.org/1"><title>One</title><link>https://example.org/1</link><dc:date>2026-05-01</dc:date></item></rdf:RDF>`);
  expect(rdf.items).toMatchObject([{ title: "One", publishedAt: "2026-05-01T00:00:00.000Z", excerpt: "" }]);
  expect(rdf.items[0]?.content).toMatch(/developing story/);
  const oldFeed = read(
    `<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
     <rss version="0.91"><channel><title>T</title><item><title>Caf&eacute; &copy;</title><link>https://example.org/2</link></item></channel></rss>`,
  );
  expect(oldFeed.items).toMatchObject([
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
    "the widest media element",
    '<media:content url="https://i.org/s.jpg" width="140" medium="image"/><media:content url="https://i.org/l.jpg" width="460" medium="image"/>',
    "https://i.org/l.jpg",
  ],
  [
    "a thumbnail in a group",
    '<media:group><media:content url="https://i.org/v.mp4" type="video/mp4" width="900"/><media:thumbnail url="https://i.org/t.jpg" width="480"/></media:group>',
    "https://i.org/t.jpg",
  ],
  ["never an avatar", '<media:thumbnail url="https://i.org/a.jpg" width="30"/>', null],
  [
    "an enclosure that is an image",
    '<enclosure url="https://i.org/x.mp3" type="audio/mpeg" length="1"/><enclosure url="https://i.org/e" type="image/png" length="1"/>',
    "https://i.org/e",
  ],
  [
    "the first image in the text after a tracking pixel",
    "<description>&lt;img src=\"https://t.org/p.gif\" height='1'&gt;&lt;img alt=x src=https://i.org/d.jpg?a=1&amp;amp;b=2&gt;</description>",
    "https://i.org/d.jpg?a=1&b=2",
  ],
  [
    "a lazy-loaded image",
    "<description>&lt;img class=x src='data:image/gif;base64,R0' data-lazy-src='https://i.org/late.jpg'&gt;</description>",
    "https://i.org/late.jpg",
  ],
  [
    "never an executable URL",
    '<enclosure url="javascript:x" type="image/png" length="1"/><description>&lt;img src="data:image/png;base64,AAAA"&gt;</description>',
    null,
  ],
])("an item's image is %s", (_name, markup, image) => {
  const [item] = read(
    buildRss(
      `<item><title>A</title>${markup}</item>`,
      'version="2.0" xmlns:media="http://search.yahoo.com/mrss/"',
    ),
  ).items;
  expect(item?.image).toBe(image);
});

test("a FeedBurner link is replaced by the original one", () => {
  const [item] = read(
    buildRss(
      "<item><title>A</title><link>https://proxy.example.org/~r/1</link><feedburner:origLink>https://example.org/real?utm_medium=feed</feedburner:origLink></item>",
      'version="2.0" xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"',
    ),
  ).items;
  expect(item?.link).toBe("https://example.org/real");
});

test("a broken item doesn't affect the others, and the complete items of a truncated feed are parsed", () => {
  const buildItem = (name: string) =>
    `<item><title>${name}</title><link>https://example.org/${name}</link></item>`;
  const readTitles = (text: string) => read(text).items.map(({ title }) => title);
  expect(
    readTitles(buildRss(`${buildItem("a")}<item><title>b</ttle><link>x</item>${buildItem("c")}`)),
  ).toEqual(expect.arrayContaining(["a", "c"]));
  expect(
    readTitles(buildRss(`${buildItem("a")}<item><title><![CDATA[never ends</title></item>${buildItem("c")}`)),
  ).toEqual(expect.arrayContaining(["a", "c"]));
  expect(
    readTitles(
      buildRss(`${buildItem("a")}${buildItem("b")}<item><title>half`).replace("</channel></rss>", ""),
    ),
  ).toEqual(expect.arrayContaining(["a", "b"]));
  expect(
    readTitles(buildRss(`${buildItem("a")}<item></item><item><title> </title></item>${buildItem("c")}`)),
  ).toEqual(["a", "c"]);
  expect(
    readTitles(buildRss(`${buildItem("a")}<item><title>A & B \u0003 &nosuch; <3</title></item>`))[0],
  ).toBe("a");
});
