import { describe, expect, it } from 'vitest'
import { cleanStyle, fateOf, keptAttributes, safeAddress, writtenAttributes } from './clean.ts'

describe('what stays of HTML', () => {
  it.each([
    ['p', 'keep'],
    ['table', 'keep'],
    ['section', 'unwrap'],
    ['o:p', 'unwrap'],
    ['script', 'drop'],
    ['style', 'drop'],
  ])('%s: %s', (tag, fate) => expect(fateOf(tag)).toBe(fate))

  it.each([
    ['https://example.com/a', true],
    ['//example.com/a', true],
    ['mailto:a@example.com', true],
    ['{{Url}}', true],
    ['/a:b', true],
    ['javascript:alert(1)', false],
    [' java\nscript:alert(1)', false],
    ['java<!-- x -->script:alert(1)', false],
    ['data:text/html,x', false],
    ['DATA:image/png;base64,x', false],
  ])('the address %j: %s', (address, safe) => expect(safeAddress(address)).toBe(safe))

  it.each([
    ['color: red; position: fixed; background-image: url(javascript:x)', 'color:red'],
    ['margin: 0  auto ;width:50%', 'margin:0 auto;width:50%'],
    ['color:red !important', 'color:red !important'],
    ["font-family: 'Segoe UI', Arial", "font-family:'Segoe UI', Arial"],
    ["font-family: 'Arial; color: red", 'color:red'],
    ['border: 1px solid rgb(1, 2, 3)', 'border:1px solid rgb(1, 2, 3)'],
    ['border: 1px solid rgb(1', ''],
    ['mso-style-name: x; tab-stops: 3pt', ''],
    ['constructor: red', ''],
  ])('the style %j: %j', (style, clean) => expect(cleanStyle(style)).toBe(clean))

  it('attributes by their tag, and a link that opens elsewhere says so', () => {
    expect(
      keptAttributes('td', Object.entries({ colspan: '2', onclick: 'x()', class: 'c', style: 'color:red' })),
    ).toEqual({
      colspan: '2',
      style: 'color:red',
    })
    expect(keptAttributes('p', [['colspan', '2']])).toEqual({})
    expect(writtenAttributes(keptAttributes('a', Object.entries({ href: '{{Url}}?a&b="', target: '_blank' })))).toBe(
      ' href="{{Url}}?a&amp;b=&quot;" target="_blank" rel="noopener noreferrer"',
    )
    expect(
      keptAttributes('img', [
        ['src', 'javascript:x'],
        ['alt', ''],
      ]),
    ).toEqual({ alt: '' })
  })
})
