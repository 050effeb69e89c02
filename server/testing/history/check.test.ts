import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelOrder } from '#contract/orders/change.ts'
import { createOrder } from '#contract/orders/create.ts'
import { updateShipping } from '#contract/orders/orders.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../setup/app.ts'
import { violations } from './check.ts'
import { type Heard, outcomeOf } from './client.ts'
import type { Told } from './run.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

/** An order whose parcel has a number, in a shop of its own. */
async function typed() {
  const { ctx, as } = await makeSeller(app.services)
  const { sku } = await makeProduct(ctx, (await makeTemplate(ctx)).id, { quantity: 1000 })
  const { body } = await app.call(createOrder, {
    body: { order: { source: 'key-1', items: [{ sku, quantity: 2, price: 5 }] } },
    as,
  })
  const orderId = body.data?.id ?? 0
  const parcel = { orderId, channel: 'manual' as const, service: 'UPS', trackingNumber: 'key-2' }
  await app.call(updateShipping, { body: parcel, as })
  const write = (key: string, kind: Told['kind'], heard: Heard[]): Told => ({
    key,
    kind,
    heard,
    orderId,
    person: 0,
    product: 0,
    quantity: 2,
    givesUp: false,
    sent: { endpoint: createOrder, key, cookie: as },
  })
  const judge = (...answers: Told[]) =>
    violations({
      organizationId: ctx.organizationId,
      answers,
      again: new Map(),
      db: app.services.database.system,
      stop: async () => undefined,
    })
  return {
    cancel: () => app.call(cancelOrder, { body: { orderId }, as }),
    ship: () => app.call(updateShipping, { body: { ...parcel, action: 'ship' }, as }),
    write,
    judge,
  }
}

const saved: Heard = { status: 200, data: { id: 1 } }
const refused: Heard = { status: 400, code: 'invalid_input' }
const unknown: Heard = { status: 503, code: 'outcome_unknown' }

it('a parcel that was refused, as somebody cancelled the order, leaves no number', async () => {
  const { cancel, write, judge } = await typed()
  await cancel()
  expect(await judge(write('key-2', 'ship', [unknown, refused]))).toEqual([
    'ship key-2 was told as not saved (invalid_input), and is there',
  ])
})
it('a cancellation that was told as not saved is a false statement, unless somebody else cancelled the order', async () => {
  const { cancel, write, judge } = await typed()
  await cancel()
  const away = write('key-3', 'cancel', [{ status: 503, code: 'unavailable' }])
  expect(await judge(away)).toEqual(['cancel key-3 was told as not saved (unavailable), and is there'])
  expect(await judge(away, write('key-4', 'cancel', [saved]))).toEqual([])
  expect(await judge(away, write('key-4', 'cancel', [unknown]))).toEqual([])
})
it('a parcel of a cancelled order that was told as shipped is a false statement', async () => {
  const { cancel, write, judge } = await typed()
  await cancel()
  expect(await judge(write('key-2', 'ship', [saved]))).toEqual([
    'ship key-2 was told as saved, and its order is cancelled',
  ])
})
it('a parcel that left, and was told as refused, is a false statement', async () => {
  const { ship, write, judge } = await typed()
  await ship()
  expect(await judge(write('key-2', 'ship', [refused]))).toEqual([
    'ship key-2 was told as not saved (invalid_input), and is there',
  ])
})
it('what was told as saved and has no row, or as refused and has one, is a false statement', async () => {
  const { write, judge } = await typed()
  expect(
    await judge(write('key-1', 'order', [refused]), write('key-3', 'order', [saved]), write('key-4', 'view', [saved])),
  ).toEqual([
    'order key-1 was told as not saved (invalid_input), and is there',
    'order key-3 was told as saved, and is not there',
    'view key-4 was told as saved, and is not there',
  ])
})
it.each(['unavailable', 'channel_unavailable'])('an answer of %s says nothing of an earlier try', (code) => {
  expect(outcomeOf([unknown, { status: 503, code }])).toBe('unknown')
  expect(outcomeOf([{ status: 503, code }])).toBe('not saved')
})
