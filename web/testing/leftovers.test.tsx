// @vitest-environment jsdom
import { runInThisContext } from 'node:vm'
import { afterEach, expect, it } from 'vitest'
import { leftovers, reset } from './leftovers.ts'

/** Runs a line of code as if it stood in the app. */
const inTheApp = (code: string): unknown => runInThisContext(code, { filename: '/motto/web/planted.tsx' })

afterEach(reset)

it.each([
  [
    'a timer that is still to come',
    'globalThis.undo = clearTimeout.bind(null, setTimeout(() => {}, 60_000))',
    'web/planted.tsx:1 set a timer that is pending',
  ],
  [
    'an interval',
    'globalThis.undo = clearInterval.bind(null, setInterval(() => {}, 60_000))',
    'web/planted.tsx:1 set a timer that is pending',
  ],
  ['an element in the body', 'document.body.append("left")', '#text is still in the body'],
  ['an attribute of the body', 'document.body.className = "no-scroll"', 'the body has class="no-scroll"'],
  ['a changed global', 'globalThis.fetch = () => {}', 'globalThis.fetch is not what it was'],
])('the check finds %s', (_, code, finding) => {
  const { fetch } = globalThis
  expect(leftovers()).toEqual([])
  inTheApp(code)
  const left = leftovers()
  globalThis.fetch = fetch
  document.body.replaceChildren()
  document.body.removeAttribute('class')
  inTheApp('if (globalThis.undo) undo(); delete globalThis.undo')
  expect(left).toContain(finding)
  expect(leftovers()).toEqual([])
})

it('the check accepts one listener of a place, as a module has, but not a second one', () => {
  const listen = 'for (const name of names) window.addEventListener("resize", (globalThis[name] = () => {}))'
  inTheApp(`{ const names = ['__first']; ${listen} }`)
  expect(leftovers()).toEqual([])
  inTheApp(`{ const names = ['__second']; ${listen} }`)
  expect(leftovers()).toEqual(['web/planted.tsx:1 listens to resize of the window, 2 times'])
  inTheApp('for (const name of ["__first", "__second"]) window.removeEventListener("resize", globalThis[name])')
  expect(leftovers()).toEqual([])
})

it('a listener that ends by itself is none that is left', () => {
  inTheApp('for (const _ of [1, 2]) document.addEventListener("click", () => {}, { once: true })')
  expect(leftovers()).toEqual([])
})

it('the next file gets no timer, title, cookie, stored value or address of this one', async () => {
  let ran = false
  setTimeout(() => (ran = true), 1)
  document.title = 'Orders'
  document.documentElement.setAttribute('lang', 'de')
  document.cookie = 'user=dana; path=/'
  localStorage.setItem('a', 'b')
  sessionStorage.setItem('a', 'b')
  history.replaceState(null, '', '/orders?tab=open')
  reset()
  expect([document.title, document.cookie, localStorage.length, sessionStorage.length]).toEqual(['', '', 0, 0])
  expect([location.href, document.documentElement.attributes.length]).toEqual(['http://localhost:3000/', 0])
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect(ran).toBe(false)
})

it('a frame that is pending when a file ends is cancelled, and the next file still draws frames', async () => {
  const drawn: string[] = []
  requestAnimationFrame(() => drawn.push('of this file'))
  reset()
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(drawn).toEqual([])
}, 2000)
