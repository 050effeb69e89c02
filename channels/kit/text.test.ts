import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSeen, lengthOf, plainText, slug, splitList } from './text.ts'

describe('text', () => {
  it('shows what a reader of the HTML sees', () => {
    expect(plainText('<p>Soft &amp; warm</p><!-- x --><ul><li>Wool</li><li>Red</li></ul>')).toBe(
      'Soft & warm\nWool\nRed',
    )
  })
  it('looks at each character a few times only, whatever is opened and never closed', () => {
    // Looking at each once more for every other one would outlast the time limit of tests many times.
    for (const part of ['<!--', '<br ', '<', '</p ']) expect(plainText(`${part.repeat(200_000)}>x`)).toMatch(/x$/)
    expect(plainText('a<!-- 1 --><!-- 2 -->b<!-- c')).toBe('ab<!-- c')
  })
  it('makes an address of a title', () => {
    expect(slug('Été rouge (L)', 40)).toBe('ete-rouge-l')
    expect(slug('ab cd', 3)).toBe('ab')
    expect(slug('日本', 10)).toBe('')
  })
  it('splits a list', () => expect(splitList(' a, b,, ')).toEqual(['a', 'b']))
})

it('of some HTML a reader sees something where its text is not blank', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('<', '>', '<p>', '</p>', '<!--', '-->', ' ', '&nbsp;', '&amp;', '&', 'x', '\u00a0', '\n'),
        {
          maxLength: 8,
        },
      ),
      (parts) => {
        const html = parts.join('')
        expect([html, isSeen(html)]).toEqual([html, plainText(html) !== ''])
      },
    ),
    { numRuns: 5000 },
  ))

it('of any text the characters are counted, as Square, BigCommerce and Clover count them', () => {
  expect(lengthOf('👩🏽 mug')).toBe(6)
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '👩', '\u{1F3FD}', '\u{D83D}', '\u{DE00}') })
  fc.assert(
    fc.property(text, (input) => {
      expect(lengthOf(input)).toBe([...input].length)
    }),
  )
})
