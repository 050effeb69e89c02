import { expect, it } from 'vitest'
import { updateShipping } from '#contract/orders/orders.ts'
import { address, ordersDesk } from '../../../testing/shop/orders-desk.ts'
import { channelOrder, orderLine } from '../../../testing/shop/orders.ts'

const { app, as, take, idOf, read, product } = ordersDesk()

it('ORD-315 ORD-349 of an address the parts that are left out stay, as a colleague may have corrected them; a blank one goes', async () => {
  const { sku } = await product()
  const order = channelOrder({ lines: [orderLine({ sku })], shippingAddress: address })
  await take(order)
  const orderId = await idOf(order)
  for (const part of [{ city: 'Reno' }, { zip: '89501', company: '' }])
    await app().call(updateShipping, { body: { orderId, channel: 'ebay', address: part }, as: as() })
  const newAddress = { ...address, city: 'Reno', postalCode: '89501' }
  expect((await read(order))?.shippingDetails.shippingAddress).toEqual({ ...newAddress, company: undefined })
})
