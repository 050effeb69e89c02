import { describe, expect, it } from 'vitest'
import { Html, TOO_MUCH_MARKUP, markupOf } from '#contract/html.ts'
import { sanitise, plainText } from './html.ts'

describe('sanitise', () => {
  it.each([
    ['<p onclick="x()">Hi</p>', '<p>Hi</p>'],
    ['<script>alert(1)</script><b>ok</b>', '<b>ok</b>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<img src="x" onerror="alert(1)">', '<img src="x" />'],
    ['<iframe src="https://example.com"></iframe>', ''],
    ['<p style="color: red; position: fixed; background-image: url(javascript:x)">x</p>', '<p style="color:red">x</p>'],
    ['<svg><p><style><img src=x onerror=alert(1)></style></p></svg>', '<p></p>'],
  ])('DESIGN 5: %s', (html, clean) => {
    expect(sanitise(html)).toBe(clean)
  })
  it('PRO-251 references survive, in a link too', () => {
    expect(sanitise('<p>{{Brand}} <a href="{{Url}}">more</a></p>')).toBe('<p>{{Brand}} <a href="{{Url}}">more</a></p>')
  })
  it('DESIGN 5: cleaning twice changes nothing more', () => {
    const once = sanitise('a < b & c > d <b>x')
    expect(sanitise(once)).toBe(once)
  })
})

describe('sanitise', () => {
  it.each([
    ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>'],
    ['<xmp><p title="</xmp><img src=x onerror=alert(1)>">'],
    ['<a href="&#106;avascript:alert(1)">x</a>'],
    ['<img src="data:image/svg+xml,<svg onload=alert(1)>">'],
    ['<p style="background:url(javascript:alert(1))">x</p>'],
  ])('lets nothing run that a browser reads otherwise than we do: %s', (html) => {
    const cleaned = sanitise(html)
    expect(cleaned.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=|<script|<style|<svg|<math/i)
    expect(cleaned).not.toMatch(/javascript:|data:|url\(/i)
    expect(sanitise(cleaned)).toBe(cleaned)
  })
  it('cuts what is nested deeper than any page', () => {
    expect(sanitise('<div>'.repeat(2000)).split('<div>').length - 1).toBeLessThanOrEqual(101)
  })
})

describe('a description that would take long to clean', () => {
  const most = 499_000
  const filled = (part: string) => part.repeat(Math.floor(most / part.length))
  it.each([
    ['tags that stay open', filled('<b>')],
    ['tags that are unknown', filled('<x>')],
    ['tags that close others', `${filled('<b>').slice(0, 249_000)}${filled('</i>').slice(0, 249_000)}`],
    ['tags that are none', filled('<')],
    ['comments', filled('<!---->')],
    ['character codes', filled('&amp;')],
    ['attributes', `<p ${filled('a ')}>`],
    ['attributes without spaces', `<p ${filled('a/')}>`],
    ['styles', `<p style="${filled('color:red;')}">`],
    ['styles that are none', `<p style="${filled('{')}">`],
    ['styles of brackets', `<p style="${filled('(')}">`],
    ['lists in a style', `<p style="font-family:${filled('a ')}!">`],
    ['tags in a link', `<a href="${filled('/<!--')}">`],
  ])('is refused before its first tag is looked at: %s', (_, html) => {
    expect(Html.safeParse(html).error?.issues[0]?.message).toBe(TOO_MUCH_MARKUP)
    expect(() => sanitise(html)).toThrow(TOO_MUCH_MARKUP)
  })
  it('is measured in one pass: twice the text is twice the work', () => {
    const part = '<p style="color: red" title=x>{{Brand}} &amp; more</p>'
    expect(markupOf(part.repeat(2000))).toBeCloseTo(2 * markupOf(part.repeat(1000)), 0)
  })
  it.each([
    ['half a million characters of text', 'Words and more. '.repeat(31_000)],
    ['five hundred styled paragraphs', '<p style="font-family: Arial, sans-serif; color: #333">Text</p>'.repeat(500)],
    ['a table of five hundred rows', `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(500)}</table>`],
  ])('is not what a seller writes: %s', (_, html) => {
    expect(Html.safeParse(html).success).toBe(true)
    expect(sanitise(html).length).toBeGreaterThan(html.length * 0.9)
  })
})

describe('plainText', () => {
  it.each([
    ['<b>Bold</b> mug', 'Bold mug'],
    ['Salt & Pepper', 'Salt & Pepper'],
    ['5 < 6', '5 < 6'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', ''],
    ['  {{Brand}}   mug ', '{{Brand}} mug'],
  ])('DESIGN 5: %s', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })
  it('looks at no more than a line, however long its text is and however often escaped, and lets no tag through', () => {
    expect(plainText(`&${'amp;'.repeat(50_000)}lt;script>`)).not.toMatch(/<script/)
    expect(plainText('ab '.repeat(200_000)).length).toBeLessThanOrEqual(5000)
    for (let times = 0; times < 15; times += 1)
      expect(
        plainText(`x &${'amp;'.repeat(times)}lt;img src=x onerror=alert(1)&${'amp;'.repeat(times)}gt;`),
      ).not.toMatch(/<img/)
  })
})
