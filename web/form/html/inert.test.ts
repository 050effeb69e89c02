// @vitest-environment jsdom
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inert, withoutHandlers } from './inert.ts'

const words = fc.array(fc.constantFrom('a', "'", ' ', '/', '=', 'on')).map((some) => some.join(''))
const plain = fc.constantFrom('a', 'a b', 'on')
const handlersOf = (root: Element) =>
  [...root.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].filter(({ name }) => /^on[a-z]/.test(name)),
  )

it.each([
  ['<img src=x onerror="alert(1)">', '<img src="x" data-onerror="alert(1)">'],
  ['<svg/onload=x()></svg>', '<svg data-onload="x()"></svg>'],
  ["<p title='a' ONCLICK = x onload=y>", '<p title="a" data-onclick="x" data-onload="y"></p>'],
  ['<p title="set onclick=x" class=""onload=y>', '<p title="set onclick=x" class="" data-onload="y"></p>'],
  ["<p title=it's onclick=x></p>", '<p title="it\'s" data-onclick="x"></p>'],
  ['<p>on sale, once=1 <b>on top=2</b></p>', '<p>on sale, once=1 <b>on top=2</b></p>'],
])('%s runs nothing that the browser would report', (html, read) => {
  expect(inert(html).innerHTML).toBe(read)
})

it('PRO-247 whatever tags with handlers are pasted, none is left, and words and other attributes stay as they are', () =>
  fc.assert(
    fc.property(fc.array(fc.record({ words, title: plain, handler: fc.boolean() })), (parts) => {
      const write = (handler: (on: boolean) => string) =>
        parts.map((part) => `<p title="${part.title}"${handler(part.handler)}>${part.words}</p>`).join('')
      const without = inert(write(() => ''))
      const read = inert(write((on) => (on ? " onclick='x()'" : '')))
      expect(handlersOf(read)).toEqual([])
      expect(read.textContent).toBe(without.textContent)
      const titles = (of: Element) => [...of.children].map((child) => child.getAttribute('title'))
      expect(titles(read)).toEqual(titles(without))
    }),
  ))

it('reads a long text that closes nothing at once', () => {
  expect(withoutHandlers(`${'<a ""'.repeat(100_000)} onclick=x`)).toContain('data-onclick=x')
})

it('reads a tag of very many handlers at once', () => {
  expect(withoutHandlers(`<a${' onx=y'.repeat(200_000)}>`)).toBe(`<a${' data-onx=y'.repeat(200_000)}>`)
  expect(withoutHandlers(`<a${" ' onx=y".repeat(100_001)}>`)).toContain('data-onx')
})
