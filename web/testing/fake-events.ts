import { vi } from 'vitest'

/** The event streams (`web/events.ts`) that a page has open. */
export class FakeEvents {
  readonly #open = new Set<EventTarget>()

  /** Puts itself in the place of the browser's event streams. */
  install(): void {
    this.#open.clear()
    const open = this.#open
    vi.stubGlobal(
      'EventSource',
      class extends EventTarget {
        static readonly CLOSED = 2
        readyState = 1
        constructor() {
          super()
          open.add(this)
        }
        close() {
          open.delete(this)
        }
      },
    )
  }

  /** Sends one event to every open page. */
  send(kind: 'change' | 'job' | 'recent', data: object): void {
    for (const stream of this.#open) stream.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }))
  }

  /** Breaks every stream, as a network does. */
  breakOff(): void {
    for (const stream of this.#open) stream.dispatchEvent(new Event('error'))
  }

  get count(): number {
    return this.#open.size
  }
}
