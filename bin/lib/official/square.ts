import { account } from './account.ts'
import { type Stand, eventually, expect, shown } from './stand.ts'

const SKU = 'SQUARE-MUG'

/** Square's own library, pointed at the sandbox by its option for it. */
export async function walkSquare(stand: Stand, done: (step: string) => void): Promise<void> {
  const { SquareClient, WebhooksHelper } = await stand.load('square')
  const { token, secrets, base } = await account(stand, 'square')
  const url = stand.hookUrl('square')
  await fetch(`${base}/console/webhooks`, { method: 'POST', body: new URLSearchParams({ notification_url: url }) })
  const client = new SquareClient({ token, baseUrl: base })
  const { locations } = await client.locations.list()
  const locationId = locations.find(({ status }: { status: string }) => status === 'ACTIVE').id
  const price = (amount: number) => ({ amount: BigInt(amount), currency: 'USD' })
  const key = () => crypto.randomUUID()

  const variation = { name: 'One', sku: SKU, pricingType: 'FIXED_PRICING', trackInventory: true, itemId: '#mug' }
  const { catalogObject, idMappings } = await client.catalog.object.upsert({
    idempotencyKey: key(),
    object: {
      type: 'ITEM',
      id: '#mug',
      itemData: {
        name: 'Mug',
        variations: [
          { type: 'ITEM_VARIATION', id: '#one', itemVariationData: { ...variation, priceMoney: price(1800) } },
        ],
      },
    },
  })
  const variationId = idMappings.find(
    (mapping: { clientObjectId: string }) => mapping.clientObjectId === '#one',
  ).objectId
  const count = (quantity: string) =>
    client.inventory.batchCreateChanges({
      idempotencyKey: key(),
      changes: [
        {
          type: 'PHYSICAL_COUNT',
          physicalCount: {
            catalogObjectId: variationId,
            locationId,
            quantity,
            state: 'IN_STOCK',
            occurredAt: new Date().toISOString(),
          },
        },
      ],
    })
  await count('5')
  expect('the quantity listed', (await shown(stand, 'square', SKU))?.quantity, 5)
  done('list')

  const { object } = await client.catalog.object.get({ objectId: catalogObject.id })
  const [own] = object.itemData.variations
  await client.catalog.object.upsert({
    idempotencyKey: key(),
    object: {
      ...object,
      itemData: {
        ...object.itemData,
        variations: [{ ...own, itemVariationData: { ...own.itemVariationData, priceMoney: price(1650) } }],
      },
    },
  })
  await count('7')
  const changed = await shown(stand, 'square', SKU)
  expect('what was changed', [changed?.price, changed?.quantity], [16.5, 7])
  done('change')

  const { externalOrderId } = await stand.at('square').buy(SKU, 2)
  const order = await eventually('the order', async () => {
    const { orders = [] } = await client.orders.search({ locationIds: [locationId] })
    return orders.find(({ id }: { id: string }) => id === externalOrderId)
  })
  expect('the units sold', order.lineItems[0].quantity, '2')
  done('sell')

  const [fulfillment] = order.fulfillments
  await client.orders.update({
    orderId: order.id,
    idempotencyKey: key(),
    order: {
      locationId,
      version: order.version,
      fulfillments: [
        {
          uid: fulfillment.uid,
          type: fulfillment.type,
          state: 'COMPLETED',
          shipmentDetails: { carrier: 'UPS', trackingNumber: 'SQUARE1' },
        },
      ],
    },
  })
  const shipped = (await stand.orders('square')).find((sold) => sold.externalOrderId === externalOrderId)
  expect('the parcel', shipped?.tracking, ['SQUARE1'])
  done('ship')

  const hook = await stand.hook('square', ({ body }) => body.includes(externalOrderId))
  const delivery = {
    requestBody: hook.body,
    signatureHeader: hook.headers['x-square-hmacsha256-signature'],
    signatureKey: secrets['webhookKey'],
    notificationUrl: url,
  }
  expect('the signature', await WebhooksHelper.verifySignature(delivery), true)
  expect('a forged body', await WebhooksHelper.verifySignature({ ...delivery, requestBody: `${hook.body} ` }), false)
  done('webhook')
}
