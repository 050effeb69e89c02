import { describe, expect, it } from 'vitest'
import { ordersDesk } from '../../../testing/shop/orders-desk.ts'
import { channelOrder, fakeConnect, orderLine } from '../../../testing/shop/orders.ts'
import { updateShipping as ship } from './shipping.ts'

const { ctx, take, idOf, read, product } = ordersDesk()

describe('an order of several parcels', () => {
  it.each([true, false])(
    'is told of each parcel where it takes several (%s), else of the first, and all stand here',
    async (several) => {
      const { sku } = await product()
      const order = channelOrder({ lines: [orderLine({ sku, quantity: 2 })] })
      await take(order)
      const orderId = await idOf(order)
      const calls: unknown[] = []
      const size = { weightUnit: 'kg', sizeUnit: 'cm', weight: 2, width: null, length: null, height: null } as const
      const connect = fakeConnect({
        ship: async ({ trackingNumber, more }) => {
          calls.push([trackingNumber, more])
          return { ok: true, value: undefined }
        },
      })
      const body = {
        orderId,
        channel: several ? 'ebay' : 'square',
        action: 'ship',
        service: 'UPS Ground',
        trackingNumber: '1Z999AA10123456784',
        moreParcels: [
          { service: '', trackingNumber: '1Z999AA10123456785', sizeAndWeight: size },
          { service: '', trackingNumber: '', sizeAndWeight: size },
        ],
      } as const
      if (!several)
        await ctx()
          .db.updateTable('orders')
          .set({ channel: 'square' })
          .where('organizationId', '=', ctx().organizationId)
          .where('id', '=', orderId)
          .execute()
      await ship(ctx(), { ...body, moreParcels: [...body.moreParcels] }, connect)
      const more = several ? [{ carrier: 'UPS', trackingNumber: '1Z999AA10123456785' }] : []
      expect(calls).toEqual([['1Z999AA10123456784', more]])
      expect(await read(order)).toMatchObject({
        state: 'shipped',
        tellsParcels: several,
        shippingDetails: { trackingNumber: '1Z999AA10123456784', moreParcels: body.moreParcels },
      })
    },
  )
})
