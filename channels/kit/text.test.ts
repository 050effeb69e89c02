import { describe, expect, it } from 'vitest'
import { plainText, slug, splitList } from './text.ts'

describe('text', () => {
  it('shows what a reader of the HTML sees', () => {
    expect(plainText('<p>Soft &amp; warm</p><!-- x --><ul><li>Wool</li><li>Red</li></ul>')).toBe(
      'Soft & warm\nWool\nRed',
    )
  })
  it('takes a moment, whatever is opened and never closed', () => {
    const started = performance.now()
    for (const part of ['<!--', '<br ', '<', '</p ']) expect(plainText(`${part.repeat(100_000)}>x`)).toMatch(/x$/)
    expect(performance.now() - started).toBeLessThan(1500)
    expect(plainText('a<!-- 1 --><!-- 2 -->b<!-- c')).toBe('ab<!-- c')
  })
  it('makes an address of a title', () => {
    expect(slug('Été rouge (L)', 40)).toBe('ete-rouge-l')
    expect(slug('ab cd', 3)).toBe('ab')
    expect(slug('日本', 10)).toBe('')
  })
  it('splits a list', () => expect(splitList(' a, b,, ')).toEqual(['a', 'b']))
})
