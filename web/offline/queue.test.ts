import { describe, expect, it } from 'vitest'
import { type Answer, drain, type KeptWrite, pagesOf, type Refusal, type WriteStore } from './queue.ts'
import { unguarded } from './unguarded.ts'

function fakeStore(...initial: KeptWrite[]): WriteStore & { writes: Map<string, KeptWrite> } {
  const writes = new Map(initial.map((write) => [write.id, write]))
  return {
    writes,
    all: async () => [...writes.values()],
    put: async (write) => void writes.set(write.id, write),
    remove: async (id) => void writes.delete(id),
  }
}
const rows = (id: string, ...products: object[]): KeptWrite => ({
  id,
  who: '1-2',
  at: 0,
  method: 'POST',
  path: '/products/updateProducts',
  input: { body: { products } },
  changes: ['products'],
  state: 'waiting',
  message: '',
})
const writeOf = (id: string, product: object): KeptWrite => ({
  ...rows(id),
  path: '/products/update',
  input: { body: { product } },
})
const saved = (...products: { id: number; version: number }[]): Answer => ({
  ok: true,
  data: { changeSetId: 1, saved: products, failed: [] },
})
const refused = (error: Partial<Refusal> = {}): Answer => ({
  ok: false,
  error: { status: 409, message: 'Someone else changed this.', code: 'edit_conflict', ...error },
})

/** Sends with answers given one after another. */
function sender(...answers: Answer[]) {
  const sent: KeptWrite[] = []
  const left = [...answers]
  return {
    sent,
    send: async (write: KeptWrite) => {
      sent.push(write)
      return left.shift() ?? saved()
    },
  }
}
const nobody = () => undefined

describe('writes kept without a network', () => {
  it('are sent in the order in which they were made, one after another, and are gone then', async () => {
    const store = fakeStore(rows('a', { id: 1 }), writeOf('b', { id: 2 }), rows('c', { id: 1 }))
    let atOnce = 0
    const sent: string[] = []
    const done = await drain(
      store,
      async ({ id }) => {
        atOnce += 1
        expect(atOnce).toBe(1)
        await Promise.resolve()
        sent.push(id)
        atOnce -= 1
        return saved()
      },
      nobody,
    )
    expect([done, sent, store.writes.size]).toEqual([true, ['a', 'b', 'c'], 0])
  })

  it.each([
    { status: 0 },
    // The sign-in page of a hotel's network answers everything.
    { status: 200 },
    { status: 401 },
    { status: 429 },
    { status: 503 },
    { status: 409, code: 'request_running' as const },
  ])('stay, with all behind them, while nothing can be said about them: %j', async (error) => {
    const store = fakeStore(rows('a', { id: 1 }), rows('b', { id: 2 }))
    const { send, sent } = sender(refused({ code: undefined, ...error }))
    expect(await drain(store, send, nobody)).toBe(false)
    expect(sent.map(({ id }) => id)).toEqual(['a'])
    expect([...store.writes.values()].map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  })

  it('that are refused are kept with their content and the reason, and hold up no other', async () => {
    const store = fakeStore(writeOf('a', { id: 1, title: 'Mine' }), writeOf('b', { id: 2 }))
    const { send, sent } = sender(refused(), saved())
    expect(await drain(store, send, nobody)).toBe(true)
    expect(sent.map(({ id }) => id)).toEqual(['a', 'b'])
    expect([...store.writes.values()]).toEqual([
      {
        ...writeOf('a', { id: 1, title: 'Mine' }),
        state: 'refused',
        message: 'Someone else changed this.',
        code: 'edit_conflict',
      },
    ])
    expect(await drain(store, send, nobody)).toBe(true)
    expect(sent.length).toBe(2)
  })

  it('of several products keep those that were refused, and only those', async () => {
    const store = fakeStore(rows('a', { id: 1, bin: 'A1' }, { id: 2, bin: 'B2' }))
    const failed = [{ id: 2, code: 'edit_conflict', message: 'Sam changed Bin meanwhile.', fields: {} }]
    const { send } = sender({ ok: true, data: { changeSetId: 1, saved: [{ id: 1, version: 2 }], failed } })
    await drain(store, send, nobody)
    expect([...store.writes.values()]).toEqual([
      {
        ...rows('a', { id: 2, bin: 'B2' }),
        state: 'refused',
        message: 'Sam changed Bin meanwhile.',
        code: 'edit_conflict',
      },
    ])
  })

  it('of one product go on top of each other: its own earlier change is no conflict', async () => {
    const store = fakeStore(
      rows('a', { id: 1, version: 3, bin: 'A1' }),
      writeOf('b', { id: 1, version: 3, title: 'New' }),
      rows('c', { id: 1, version: 3, bin: 'A2' }, { id: 2, version: 3 }),
    )
    const { send, sent } = sender(saved({ id: 1, version: 4 }), { ok: true, data: { id: 1, version: 5 } }, saved())
    await drain(store, send, nobody)
    expect(sent.map(({ input }) => input.body)).toEqual([
      { products: [{ id: 1, version: 3, bin: 'A1' }] },
      { product: { id: 1, version: 4, title: 'New' } },
      {
        products: [
          { id: 1, version: 5, bin: 'A2' },
          { id: 2, version: 3 },
        ],
      },
    ])
  })

  it('are told of with what is left of them', async () => {
    const reports: unknown[] = []
    const { send } = sender(saved(), refused())
    await drain(fakeStore(rows('a', { id: 1 }), rows('b', { id: 2 })), send, (write, answer, left) =>
      reports.push([write.id, answer.ok, left?.state]),
    )
    expect(reports).toEqual([
      ['a', true, undefined],
      ['b', false, 'refused'],
    ])
  })
})

it.each([
  [rows('a', { id: 1 }, { id: 2 }), ['/product/1', '/product/2']],
  [{ ...rows('a'), path: '/orders/updateShipping', input: { body: { orderId: 7 } } }, ['/order/7']],
  [{ ...rows('a'), path: '/orders/updateOrder', input: { body: { order: { id: 8 } } } }, ['/order/8']],
  [{ ...rows('a'), path: '/productTemplates/{id}', input: { params: { id: 9 } } }, ['/template/9']],
  [{ ...rows('a'), path: '/products/create', input: { body: { product: { sku: 'NEW' } } } }, []],
])('a write knows the pages of what it is about', (write, pages) => expect(pagesOf(write)).toEqual(pages))

it('a listing, and a listing template, that was refused because others saved is sent over theirs once somebody says so', () => {
  const listing = { productId: 1, version: 'a', schemaOverrides: { title: 'Mine' } }
  const template = { templateId: 2, updatedAt: '2026-03-01T10:00:00.000Z', schemas: [] }
  const sent = [{ listingProducts: [listing] }, { listingTemplates: [template] }].map((body) =>
    JSON.parse(JSON.stringify(unguarded({ input: { body } }))),
  )
  expect(sent).toEqual([
    { listingProducts: [{ productId: 1, schemaOverrides: { title: 'Mine' } }] },
    { listingTemplates: [{ templateId: 2, schemas: [] }] },
  ])
  const { input } = writeOf('b', { id: 1, version: 3 })
  expect(unguarded({ input })).toEqual(input.body)
})
