import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, type Sent, clientWith, failure, lost } from './testing/answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A stream that says these things and then ends, or stays open until its reader leaves. */
const stream =
  (events: [event: string, data: object][], stays = false) =>
  ({ signal }: Sent): Response => {
    const lines = events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      // In pieces, as a network may cut it.
      for (const piece of `retry: 1000\n\n${lines.join('')}`.match(/[^]{1,7}/g) ?? [])
        controller.enqueue(new TextEncoder().encode(piece))
      if (stays) signal?.addEventListener('abort', () => controller.error(signal.reason))
      else controller.close()
    }
    return new Response(new ReadableStream({ start }))
  }
const recent = (areas: object = {}, known = 60_000): [string, object] => ['recent', { areas, known }]
const change = (...areas: string[]): [string, object] => ['change', { areas }]

/** The first changes that a program hears. */
async function heard(answers: Answer[], count: number, watching: object = {}) {
  const { motto, sent } = clientWith(answers)
  const areas: string[][] = []
  const listening = (async () => {
    for await (const news of motto.changes(watching)) if (areas.push(news.areas) === count) return
  })()
  const outcome = listening.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(200_000)
  return { areas, sent, outcome: await outcome }
}

describe('the changes of an organization', () => {
  it('are told as they come, in the areas that were asked for', async () => {
    const events = [recent({ orders: 5 }), change('products', 'listings'), change('imports'), change('orders')]
    const { areas } = await heard([stream(events, true)], 2, { areas: ['products', 'orders'] })
    expect(areas).toEqual([['products'], ['orders']])
  })
  it('after a break are those that were missed', async () => {
    const answers = [
      stream([recent(), change('products')]),
      lost(),
      stream([recent({ orders: 900, templates: 50_000 })], true),
    ]
    const { areas, sent } = await heard(answers, 2)
    expect(areas).toEqual([['products'], ['orders']])
    expect(sent).toHaveLength(3)
  })
  it('after a break that is longer than what Motto knows are all', async () => {
    const { areas } = await heard([stream([recent()]), stream([recent({}, 10)], true)], 1, {
      areas: ['orders', 'jobs'],
    })
    expect(areas).toEqual([['orders', 'jobs']])
  })
  it('are asked for again when the stream falls silent', async () => {
    const { areas } = await heard([stream([recent()], true), stream([recent({ orders: 1 })], true)], 1, {
      areas: ['orders'],
    })
    expect(areas).toEqual([['orders']])
  })
  it('wait as long as Motto asks', async () => {
    const answers = [failure(429, 'too_many_requests', {}, { 'retry-after': '20' }), stream([change('orders')], true)]
    expect((await heard(answers, 1)).areas).toEqual([['orders']])
  })
  it('end with the refusal of a token that may not hear them', async () => {
    const { outcome } = await heard([failure(403, 'insufficient_scope')], 1)
    expect(outcome).toMatchObject({ code: 'insufficient_scope' })
  })
  it('end with the signal of the caller', async () => {
    const leave = new AbortController()
    setTimeout(() => leave.abort(), 1_000)
    const { outcome } = await heard([stream([recent()], true)], 1, { signal: leave.signal })
    expect(outcome).toMatchObject({ name: 'AbortError' })
  })
})
