import { expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import type { Shipment } from '#channels/shipment.ts'
import { updateShipping } from '#contract/orders/orders.ts'
import { orderHistory } from '#contract/orders/handling.ts'
import { ordersDesk } from '../../../testing/shop/orders-desk.ts'
import { channelOrder, fakeConnect, orderLine } from '../../../testing/shop/orders.ts'
import { sendShadowedJob } from './shadowed.ts'

const { app, ctx, as, take, idOf, read, product } = ordersDesk()

const setShadow = (shadowSince: Date | null) =>
  ctx().db.updateTable('integrations').set({ shadowSince }).where('organizationId', '=', ctx().organizationId).execute()

async function shipped() {
  const { sku } = await product()
  const order = channelOrder({ lines: [orderLine({ externalId: 'L1', sku, quantity: 2 })] })
  await take(order)
  await setShadow(new Date())
  const body = {
    orderId: await idOf(order),
    channel: 'ebay' as const,
    action: 'ship' as const,
    service: 'UPS',
    trackingNumber: '1Z9',
  }
  return { order, answer: await app().call(updateShipping, { body, as: as() }), orderId: body.orderId }
}
const keptParcels = () =>
  ctx()
    .db.selectFrom('shadowParcels')
    .select(['what', 'problem', 'integrationId'])
    .where('organizationId', '=', ctx().organizationId)
    .execute()
async function send(
  ship: (shipment: Shipment) => Promise<{ ok: true; value: undefined } | { ok: false; error: ChannelError }>,
) {
  const [parcel] = await keptParcels()
  const job = { organizationId: ctx().organizationId, integrationId: parcel?.integrationId ?? 0 }
  await sendShadowedJob(app().services, job, fakeConnect({ ship }))
}

it('a parcel of an account in shadow mode is shipped in Motto, and told to the channel once with the confirmation', async () => {
  const { order, answer, orderId } = await shipped()
  expect(answer.status).toBe(200)
  expect((await read(order))?.state).toBe('shipped')
  expect(await keptParcels()).toMatchObject([{ what: 'ship', problem: '' }])
  const { data } = (await app().call(orderHistory, { query: { orderId }, as: as() })).body
  expect(JSON.stringify(data)).toContain('not sent')

  const sent: string[] = []
  const ship = async ({ carrier, trackingNumber, lines }: Shipment) => {
    sent.push(`${carrier} ${trackingNumber} ${lines.map(({ quantity }) => quantity)}`)
    return { ok: true as const, value: undefined }
  }
  await send(ship)
  expect(sent, 'still in shadow mode').toEqual([])
  await setShadow(null)
  await send(ship)
  expect([sent, await keptParcels()]).toEqual([['UPS 1Z9 2'], []])
})

it('a parcel that the channel rejects after the confirmation stays, with the reason', async () => {
  await shipped()
  await setShadow(null)
  await send(async () => ({ ok: false, error: new ChannelError('invalid', 'The tracking number is too short.') }))
  expect(await keptParcels()).toMatchObject([{ problem: 'The tracking number is too short.' }])
})

it('a silent channel keeps the parcel for the next try', async () => {
  await shipped()
  await setShadow(null)
  await expect(
    send(async () => ({ ok: false, error: new ChannelError('unavailable', 'No response.') })),
  ).rejects.toThrow('No response.')
  expect(await keptParcels()).toMatchObject([{ problem: '' }])
})
