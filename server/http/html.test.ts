import { describe, expect, it } from 'vitest'
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
    const kept = sanitise(html)
    expect(kept.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=|<script|<style|<svg|<math/i)
    expect(kept).not.toMatch(/javascript:|data:|url\(/i)
    expect(sanitise(kept)).toBe(kept)
  })
  it('cuts what is nested deeper than any page', () => {
    expect(sanitise('<div>'.repeat(5000)).split('<div>').length - 1).toBeLessThanOrEqual(101)
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
  it('ends, however often its text is escaped, and lets no tag through', () => {
    // Unescaping it level by level would outlast the time limit of tests many times.
    expect(plainText(`&${'amp;'.repeat(200_000)}lt;script>`)).not.toMatch(/<script/)
    for (let times = 0; times < 15; times += 1)
      expect(
        plainText(`x &${'amp;'.repeat(times)}lt;img src=x onerror=alert(1)&${'amp;'.repeat(times)}gt;`),
      ).not.toMatch(/<img/)
  })
})
