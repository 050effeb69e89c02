import { account } from './account.ts'
import { type Stand, eventually, expect, shown } from './stand.ts'

const SKU = 'BIG-MUG'

/** The library for Node that is used most: BigCommerce publishes none. Its hosts are built in. */
export async function walkBigCommerce(stand: Stand, done: (step: string) => void): Promise<void> {
  const { default: BigCommerce } = await stand.load('node-bigcommerce')
  const { Webhook } = await stand.load('standardwebhooks')
  const { token, clientId, clientSecret, facts } = await account(stand, 'bigcommerce')
  const config = {
    clientId,
    secret: clientSecret,
    accessToken: token,
    storeHash: facts['storeHash'],
    responseType: 'json',
  }
  const v2 = new BigCommerce(config)
  const v3 = new BigCommerce({ ...config, apiVersion: 'v3' })
  const url = stand.hookUrl('bigcommerce')
  await v3.post('/hooks', { scope: 'store/order/created', destination: url, is_active: true })

  const product = { name: 'Mug', sku: SKU, type: 'physical', weight: 1, price: 18, is_visible: true }
  const { data } = await v3.post('/catalog/products', { ...product, inventory_tracking: 'product', inventory_level: 5 })
  expect('the quantity listed', (await shown(stand, 'bigcommerce', SKU))?.quantity, 5)
  done('list')

  await v3.put(`/catalog/products/${data.id}`, { price: 16.5, inventory_level: 7 })
  const changed = await shown(stand, 'bigcommerce', SKU)
  expect('what was changed', [changed?.price, changed?.quantity], [16.5, 7])
  done('change')

  const { externalOrderId } = await stand.at('bigcommerce').buy(SKU, 2)
  await eventually('the order', async () => {
    const orders = (await v2.get('/orders')) || []
    return orders.find(({ id }: { id: number }) => String(id) === externalOrderId)
  })
  const lines = await v2.get(`/orders/${externalOrderId}/products`)
  expect('the units sold', [lines[0].sku, lines[0].quantity], [SKU, 2])
  done('sell')

  await v2.post(`/orders/${externalOrderId}/shipments`, {
    order_address_id: lines[0].order_address_id,
    tracking_number: 'BIG1',
    shipping_provider: 'ups',
    items: [{ order_product_id: lines[0].id, quantity: 2 }],
  })
  const shipped = (await stand.orders('bigcommerce')).find((order) => order.externalOrderId === externalOrderId)
  expect('the parcel', shipped?.tracking, ['BIG1'])
  done('ship')

  const { body, headers } = await stand.hook('bigcommerce')
  const webhook = new Webhook(Buffer.from(clientSecret).toString('base64'))
  expect('the scope', webhook.verify(body, headers).scope, 'store/order/created')
  refusesForged(() => webhook.verify(`${body} `, headers))
  done('webhook')
}

/** @throws Error when a signature is accepted that is not of this body */
export function refusesForged(verify: () => unknown): void {
  try {
    verify()
  } catch {
    return
  }
  throw new Error('a forged body was accepted')
}
