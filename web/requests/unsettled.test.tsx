// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getClient, updateClient } from '#contract/organizations/organizations.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { previewBulkEdit } from '#contract/changes/changes.ts'
import { allSkus } from '#contract/products/products.ts'
import { listProduct } from '#contract/listings/listings.ts'
import { uploadImport } from '#contract/imports.ts'
import { call } from '../call.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { handClock } from '../testing/hand-clock.ts'
import { shop } from '../testing/organization.ts'
import { renderPage } from '../testing/render-page.tsx'
import { says, text } from '../testing/screen.tsx'
import { pausesMs } from './unsettled.ts'

/** Why a request fails; heard from the start, so that it is never unhandled. */
const failureOf = (request: Promise<unknown>): Promise<unknown> => request.catch((error: unknown) => error)

const clock = handClock()
const server = fakeServer()
let name = 0
/** A change that no other test makes. */
const change = () => ({ body: { clientId: 1, displayName: `Shop ${(name += 1)}` } })
const keys = () => server.calls(updateClient).map(({ key }) => key)
/** Lets the pause before the next try go by, once the page waits for it. */
const untilSent = (times: number) =>
  vi.waitFor(() => {
    if (keys().length >= times) return
    clock.pass(pausesMs[keys().length - 1] ?? 0)
    throw new Error(`sent ${keys().length} times`)
  })

describe('a write without an answer', () => {
  beforeEach(async () => {
    server.answer(searchOrders, [])
    server.answer(allSkus, [])
    await renderPage('/orders')
    await says('Orders')
  })

  it.each([
    ['lost', () => server.lose(updateClient)],
    ['unknown to the server', () => server.fail(updateClient, 'outcome_unknown')],
    ['still running', () => server.fail(updateClient, 'request_running')],
    ['not saved, as the server has no database', () => server.fail(updateClient, 'unavailable')],
  ])('that is %s is sent again with its key, and the page says so until it is saved', async (_state, fail) => {
    fail()
    const saving = call(updateClient, change())
    await says('No answer yet. Motto is checking whether your change was saved. Keep this page open.')
    server.answer(updateClient, shop)
    await untilSent(2)
    expect(await saving).toEqual(shop)
    await says('Your change was saved.')
    expect(text()).not.toContain('Motto is checking')
    expect(new Set(keys()).size).toBe(1)
    expect(keys()[0]).toMatch(/^\S{10,}$/)
  })

  it('is not sent before its pause is over', async () => {
    server.lose(updateClient)
    const saving = call(updateClient, change())
    await says('Motto is checking')
    clock.pass(pausesMs[0] - 1)
    expect(keys()).toHaveLength(1)
    server.answer(updateClient, shop)
    clock.pass(1)
    await saving
    expect(keys()).toHaveLength(2)
  })

  it('that is refused when it is sent again is told as refused', async () => {
    server.lose(updateClient)
    const refusal = failureOf(call(updateClient, change()))
    await says('Motto is checking')
    server.fail(updateClient, 'forbidden')
    await untilSent(2)
    expect(await refusal).toMatchObject({ status: 403, code: 'forbidden' })
    await vi.waitFor(() => expect(text()).not.toContain('Motto is checking'))
    expect(text()).not.toContain('Your change was saved.')
  })

  it('is given up after some tries, and sent again by hand it is the same request', async () => {
    server.lose(updateClient)
    const input = change()
    const failure = failureOf(call(updateClient, input))
    await untilSent(pausesMs.length + 1)
    expect(await failure).toMatchObject({
      code: 'outcome_unknown',
      message: 'We don’t know whether this was saved. Try again: nothing will be saved twice.',
    })
    server.answer(updateClient, shop)
    await call(updateClient, input)
    expect(new Set(keys()).size).toBe(1)
    await call(updateClient, input)
    expect(new Set(keys()).size).toBe(2)
  })

  it('is not told as not saved because its repeats met a server without a database', async () => {
    server.lose(updateClient)
    const failure = failureOf(call(updateClient, change()))
    await says('Motto is checking')
    server.fail(updateClient, 'unavailable')
    await untilSent(pausesMs.length + 1)
    expect(await failure).toMatchObject({
      code: 'outcome_unknown',
      message: 'We don’t know whether this was saved. Try again: nothing will be saved twice.',
    })
  })
})

describe('a request', () => {
  it('has a key of its own when it writes, and none when it does not', async () => {
    server.answer(updateClient, shop)
    server.answer(getClient, shop)
    await call(updateClient, change())
    await call(updateClient, change())
    await call(getClient)
    expect(new Set(keys()).size).toBe(2)
    expect(server.calls(getClient)[0]?.key).toBeNull()
  })
  it('that saves nothing is sent once and has no key', async () => {
    server.lose(previewBulkEdit)
    const edits = [{ field: 'price', action: 'set', value: '5' }] as never
    await expect(call(previewBulkEdit, { body: { selection: { ids: [1] }, edits } })).rejects.toMatchObject({
      status: 0,
    })
    expect(server.calls(previewBulkEdit).map(({ key }) => key)).toEqual([null])
  })
  it('that a channel did not answer is not sent again', async () => {
    server.fail(listProduct, 'channel_unavailable')
    const input = { params: { channel: 'ebay' as const }, body: { productId: 1 } }
    await expect(call(listProduct, input)).rejects.toMatchObject({ code: 'channel_unavailable' })
    expect(server.calls(listProduct)).toHaveLength(1)
  })
  it('with a file is the same request only with the same file', async () => {
    server.fail(uploadImport, 'internal')
    const form = (content: string) => {
      const body = new FormData()
      body.set('file', new File([content], 'a.csv', { lastModified: content.length }))
      return { body, query: { kind: 'products' } } as never
    }
    for (const content of ['SKU', 'SKU', 'SKU,Title']) await call(uploadImport, form(content)).catch(() => undefined)
    expect(new Set(server.calls(uploadImport).map(({ key }) => key)).size).toBe(3)
  })
})
