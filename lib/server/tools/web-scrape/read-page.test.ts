import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePage } from "./decode-page";
import { parseHtml } from "./parse-html";
import { type PageRequest, readPage } from "./read-page";

const URL_OF_PAGE = "https://site.example/docs/page.html";

function read(html: string, options: Partial<PageRequest> = {}) {
  const page = readPage({
    html,
    url: URL_OF_PAGE,
    format: "text",
    maxLength: 50_000,
    includeLinks: false,
    includeImages: false,
    ...options,
  });
  if ("error" in page) throw new Error(page.error);
  return page;
}

const contentOf = (html: string, options: Partial<PageRequest> = {}) => read(html, options).content;
const errorOf = (html: string, selector: string) => {
  const page = readPage({
    html,
    url: URL_OF_PAGE,
    format: "text",
    maxLength: 100,
    includeLinks: false,
    includeImages: false,
    selector,
  });
  return "error" in page ? page.error : undefined;
};

describe("a page as text", () => {
  it("keeps the structure of its blocks", () => {
    const html = `<title>Shop &amp; co</title><body><h1>Title</h1><p>First   line<br>second <b>bo</b>ld.</p><p>Next
      paragraph</p><ul><li>one</li><li>two <ul><li>inner</ul></ul><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>
      <pre>  x = 1\n    y</pre><div>end</div>`;
    expect(read(html)).toMatchObject({
      title: "Shop & co",
      content:
        "Title\n\nFirst line\nsecond bold.\n\nNext paragraph\n\n- one\n- two\n\n- inner\n\na\tb\n1\t2\n\n  x = 1\n    y\n\nend",
    });
  });

  it("leaves out what a reader does not see, and what was never closed is still read", () => {
    const html = `<p>seen<script>alert(1)</script><style>p{}</style><template>no</template><span hidden>no</span><!-- no -->
      <svg><title>no</title><text>no</text></svg><p>unclosed <b>bold <i>both`;
    expect(contentOf(html)).toBe("seen\n\nunclosed bold both");
  });

  it("decodes each character reference once", () => {
    expect(contentOf("<p>&lt;b&gt; &amp;lt; &eacute; &#x1F389; &nosuch; &copy</p>")).toBe("<b> &lt; é 🎉 &nosuch; ©");
  });

  it("does not take the words of a script for tags", () => {
    expect(contentOf('<script>document.write("<p>no</p>")</script><p>yes</p>')).toBe("yes");
    expect(contentOf("<textarea><p>no</textarea>x")).toContain("<p>no");
  });

  it("takes the optional end tags of HTML as they are meant", () => {
    const cells = (html: string) => contentOf(html, { selector: "td" }).split("\n");
    expect(cells("<table><tr><td>a<td>b<tr><td>c</table>")).toEqual(["a", "b", "c"]);
    expect(contentOf("<dl><dt>t<dd>d<dt>u</dl>", { selector: "dl > dt" })).toBe("t\nu");
    expect(contentOf("<p>a<div>b</div>", { selector: "p" })).toBe("a");
    expect(contentOf("<ul><li>a<p>b<li>c</ul>", { selector: "ul > li:last-child" })).toBe("- c");
  });
});

describe("a selector", () => {
  const html = `<main><article class="post big" id="one"><h2>One</h2><p data-x="1">a</p></article><article class="post"><h2>Two</h2></article></main>
    <div class="card"><div class="card">inner</div>outer</div><script type="application/ld+json">{"a": 1}</script>`;

  it.each([
    ["article.post.big > h2", "One"],
    ["main article:nth-of-type(2)", "Two"],
    ['[data-x="1"]', "a"],
    ["article:has(p) h2", "One"],
    ["h2:not(:first-child), #one h2 + p", "a"],
    [".card", "inner\nouter"],
    ["h2", "One\n\nTwo"],
    ['script[type="application/ld+json"]', '{"a": 1}'],
  ])("%s gives all that it matches, and nothing twice", (selector, content) => {
    expect(contentOf(html, { selector }).replace(/\n{2,}/g, "\n\n")).toBe(content);
  });

  it("that matches nothing, and one that is none, are said by name", () => {
    expect(errorOf(html, ".nothing")).toBe('Selector ".nothing" not found on page');
    for (const selector of ["div[", "p:no-such-thing", ">>"]) {
      expect(errorOf(html, selector)).toMatch(/^Invalid selector "/);
    }
  });
});

describe("a page as Markdown", () => {
  it("has headings, emphasis, lists, code, tables and absolute links", () => {
    const html = `<h2>Title</h2><p>Some <strong>bold</strong> and <em>soft</em>, <a href="../x?a=1&amp;b=2">a link</a>.</p><ol start="3"><li>three</li></ol>
      <pre><code class="language-ts">const a = "*";\n</code></pre><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>x|y</td></tr></table><img src="i.png" alt="pic">`;
    expect(contentOf(html, { format: "markdown" })).toBe(
      [
        "## Title",
        "Some **bold** and *soft*, [a link](https://site.example/x?a=1\\&b=2).",
        "3. three",
        '```ts\nconst a = "*";\n```',
        "| a | b |\n| - | - |\n| 1 | x\\|y |",
        "![pic](https://site.example/docs/i.png)",
      ].join("\n\n"),
    );
  });

  it("escapes what would be markup, so that text stays text", () => {
    expect(contentOf("<p># no *heading* [x](y)</p>", { format: "markdown" })).toBe("\\# no \\*heading\\* \\[x]\\(y)");
  });

  it("takes no more of a page than has room", () => {
    const page = read(`<p>${"word ".repeat(40_000)}</p>`, { format: "markdown", maxLength: 1_000 });
    expect(page).toMatchObject({ length: 1_000, truncated: true });
  });
});

describe("a page as HTML", () => {
  it("has nothing that runs or loads, and absolute addresses", () => {
    const html = `<div onclick="x()" style="color:red"><script>x()</script><iframe src="/f"></iframe><a href="JaVaScRiPt:x()">a</a><a href="/b" title="&quot;">b</a><img src="data:image/png;base64,AA" onerror="x()"></div>`;
    expect(contentOf(html, { format: "html", selector: "div" })).toBe(
      '<div><a>a</a><a href="https://site.example/b" title="&quot;">b</a><img></div>',
    );
  });
});

describe("links and images", () => {
  it("are absolute, lead somewhere, and follow the page's base address", () => {
    const html = `<base href="/base/"><a href="x">X</a><a href="https://other.example/#y"><b>Y</b> y</a><a href=" javascript:alert(1)">no</a><a href="JAVASCRIPT:x">no</a>
      <a href="data:text/html,x">no</a><a href="vbscript:x">no</a><a href="java\nscript:x">no</a><a href="mailto:a@b.example">mail</a><a>no</a><img src="i.png" alt=" a  b "><img src="javascript:x">`;
    const page = read(html, { includeLinks: true, includeImages: true });
    expect(page.links).toEqual([
      { text: "X", href: "https://site.example/base/x" },
      { text: "Y y", href: "https://other.example/#y" },
      { text: "mail", href: "mailto:a@b.example" },
    ]);
    expect(page.images).toEqual([{ alt: "a b", src: "https://site.example/base/i.png" }]);
    expect(JSON.stringify(read(html, { format: "markdown" }))).not.toContain("javascript:");
  });

  it("are at most 50 and 20, and only of the part that was asked for", () => {
    const html = `<nav><a href="/nav">nav</a></nav><main>${'<a href="/a">a</a><img src="/i">'.repeat(60)}</main>`;
    const page = read(html, { selector: "main", includeLinks: true, includeImages: true });
    expect(page.links).toHaveLength(50);
    expect(page.images).toHaveLength(20);
    expect(page.links?.[0]?.href).toBe("https://site.example/a");
  });
});

describe("any page", () => {
  it("is cut without splitting a character", () => {
    expect(read(`<p>${"🎉".repeat(200)}</p>`, { maxLength: 101 })).toMatchObject({
      length: 100,
      truncated: true,
      content: "🎉".repeat(50),
    });
    expect(read("<p>short</p>")).toMatchObject({ length: 5, truncated: false });
  });

  it("that is hostile in every known way is read for what it says", () => {
    const deep = 10_000;
    const said = (html: string) =>
      (["text", "markdown", "html"] as const).map((format) => contentOf(`<p>before</p>${html}`, { format }));
    for (const html of [
      "<script>".repeat(25_000),
      `${"<div>".repeat(deep)}inner${"</div>".repeat(deep)}`,
      "<b><i>".repeat(deep),
      "<a<a".repeat(50_000),
      "<".repeat(200_000),
      "<!--".repeat(50_000),
      "<table><tr><td>".repeat(deep),
      "<b>".repeat(deep) + "</x>".repeat(deep),
      `<a ${Array.from({ length: deep }, (_, index) => `a${index}`).join(" ")}>x`,
    ]) {
      for (const text of said(html)) expect(text).toContain("before");
    }
    expect(contentOf(`${"<div>".repeat(deep)}inner${"</div>".repeat(deep)}after`)).toBe("inner\nafter");
  });

  it("is Markdown without emphasis in itself, beside itself, or without end", () => {
    const markdown = (html: string) => contentOf(html, { format: "markdown", maxLength: 100_000 });
    expect(markdown("<b>a <strong>b</strong> <i>c</i></b>")).toBe("**a b _c_**");
    expect(markdown("<b>a</b><strong>b</strong> <i>c</i><em>d</em>")).toBe("**ab** *cd*");
    expect(markdown("<b><i>x".repeat(20_000))).toMatch(/^[*_]*x+[*_]*$/);
    const many = markdown("<i>a</i> <b>b</b> ".repeat(5_000));
    expect(many.match(/[*_]a[*_]/g)).toHaveLength(500);
    expect(many.match(/\bb\b/g)).toHaveLength(5_000);
    expect(markdown('<a href="/x">a</a> '.repeat(1_100)).match(/\]\(/g)).toHaveLength(1_100);
  });

  it("gives the Markdown writer no more than has room, however small its pieces are", () => {
    for (const piece of ["<b>x</b>", "<i>a</i> ", "<li>x", "<p>x", "<td>x", "<a href=x>y</a>", "<h1>x</h1>", "<br>"]) {
      const many = contentOf(piece.repeat(5_000), { format: "markdown", maxLength: 1_000 });
      const more = contentOf(piece.repeat(10_000), { format: "markdown", maxLength: 1_000 });
      expect(more).toBe(many);
    }
  });

  it("never throws and never runs away, whatever the text is", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "</",
      "<p>",
      "</p>",
      "<table>",
      "<td>",
      "<svg/>",
      "<br/>",
      "</br>",
      "<a href='x'>",
      '"',
      "&amp",
      "&#0;",
      "<!--",
      "-->",
      "<script>",
      "</script",
      "<li>",
      "x ",
      "\0",
      "<select><option>",
      "</table>",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom("text", "markdown", "html"), (pieces, format) => {
        const page = read(pieces.join(""), {
          format: format as PageRequest["format"],
          includeLinks: true,
          includeImages: true,
        });
        expect(page.length).toBe(page.content.length);
      }),
      { numRuns: 300 },
    );
  });

  it("is a tree whose parents and neighbours agree", () => {
    const document = parseHtml("<div>a<p>b<p>c</div>d");
    const [div, text] = document.children;
    expect(div?.next).toBe(text);
    expect(text?.prev).toBe(div);
    expect(div?.parent).toBe(document);
  });
});

describe("the charset of a page", () => {
  const bytes = (...codes: number[]) => Uint8Array.from(codes);
  const ascii = (text: string) => [...new TextEncoder().encode(text)];

  it("is the server's, then the page's, then UTF-8, and Windows-1252 for what cannot be that", () => {
    expect(decodePage(bytes(0xe9), "text/html; charset=ISO-8859-1")).toBe("é");
    expect(decodePage(bytes(0x83, 0x65), 'text/html; charset="Shift_JIS"')).toBe("テ");
    expect(decodePage(bytes(...ascii('<meta charset="windows-1251">'), 0xcf), "text/html")).toContain("П");
    expect(decodePage(new TextEncoder().encode("é"), "text/html")).toBe("é");
    expect(decodePage(bytes(0x63, 0xe9, 0x20), "text/html")).toBe("cé ");
    expect(decodePage(bytes(0xef, 0xbb, 0xbf, 0x61), "text/html; charset=latin1")).toBe("a");
    expect(decodePage(new TextEncoder().encode("é"), "text/html; charset=nonsense")).toBe("é");
    // The last character was cut in two.
    expect(decodePage(bytes(0x61, 0xc3), "text/html")).toBe("a");
  });
});
