import { afterEach, expect, it, vi } from 'vitest'
import { intoSight } from './tabs.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

it('a bar of tabs scrolls to the current tab once it is laid out, and again when it gets narrower', () => {
  let laidOut: () => void = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onSize: () => void) {
        laidOut = onSize
      }
      observe() {}
      disconnect() {
        laidOut = () => {}
      }
    },
  )
  document.body.innerHTML = '<nav><a href="/orders">Needs attention</a></nav>'
  const [bar, link] = [document.querySelector('nav') as HTMLElement, document.querySelector('a') as HTMLElement]
  let width = 390
  bar.getBoundingClientRect = () => new DOMRect(0, 0, width, 38)
  link.getBoundingClientRect = () => new DOMRect(300 - bar.scrollLeft, 0, 100, 38)
  const leave = intoSight(link)
  laidOut()
  expect(bar.scrollLeft).toBe(10)
  width = 310
  laidOut()
  expect(bar.scrollLeft).toBe(90)
  leave?.()
  width = 200
  laidOut()
  expect(bar.scrollLeft).toBe(90)
})
