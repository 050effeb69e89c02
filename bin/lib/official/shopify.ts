import { SHOP, account } from './account.ts'
import { type Stand, eventually, expect, shown } from './stand.ts'

const SKU = 'SHOPIFY-MUG'
const VERSION = '2026-10'

/** Shopify's own library. A shop is an address of Shopify's, so it cannot be pointed elsewhere by an option. */
export async function walkShopify(stand: Stand, done: (step: string) => void): Promise<void> {
  await stand.load('@shopify/shopify-api', '/adapters/node')
  const { shopifyApi, Session } = await stand.load('@shopify/shopify-api')
  const { token, clientId, clientSecret } = await account(stand, 'shopify')
  const shopify = shopifyApi({
    apiKey: clientId,
    apiSecretKey: clientSecret,
    hostName: 'localhost',
    apiVersion: VERSION,
    isEmbeddedApp: false,
    logger: { level: 0 },
  })
  const session = new Session({ id: 'offline', shop: SHOP, state: '', isOnline: false, accessToken: token })
  const client = new shopify.clients.Graphql({ session })
  const ask = async (query: string, variables: object = {}) => {
    const { data, errors } = await client.request(query, { variables })
    if (errors) throw new Error(JSON.stringify(errors))
    const [answer] = Object.values(data as Record<string, { userErrors?: { message: string }[] }>)
    if (answer?.userErrors?.length) throw new Error(JSON.stringify(answer.userErrors))
    return data
  }
  const url = stand.hookUrl('shopify')
  await ask(
    `mutation ($hook: WebhookSubscriptionInput!) {
      webhookSubscriptionCreate(topic: ORDERS_CREATE, webhookSubscription: $hook) { userErrors { message } }
    }`,
    { hook: { uri: url, format: 'JSON' } },
  )
  const { locations } = await ask('{ locations(first: 1) { nodes { id } } }')
  const locationId = locations.nodes[0].id
  const set = (price: string, quantity: number, id?: string) =>
    ask(
      `mutation ($product: ProductSetInput!) {
        productSet(synchronous: true, input: $product) {
          product { id variants(first: 1) { nodes { id inventoryItem { id } } } } userErrors { message }
        }
      }`,
      {
        product: {
          ...(id && { id }),
          title: 'Mug',
          status: 'ACTIVE',
          productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }],
          variants: [
            {
              optionValues: [{ optionName: 'Title', name: 'Default Title' }],
              price,
              sku: SKU,
              inventoryItem: { tracked: true },
              inventoryQuantities: [{ locationId, name: 'available', quantity }],
            },
          ],
        },
      },
    )
  const { productSet } = await set('18.00', 5)
  const { publications } = await ask('{ publications(first: 5) { nodes { id } } }')
  await ask(
    `mutation ($id: ID!, $input: [PublicationInput!]!) {
      publishablePublish(id: $id, input: $input) { userErrors { message } }
    }`,
    { id: productSet.product.id, input: [{ publicationId: publications.nodes[0].id }] },
  )
  expect('the quantity listed', (await shown(stand, 'shopify', SKU))?.quantity, 5)
  done('list')

  await set('16.50', 7, productSet.product.id)
  const changed = await shown(stand, 'shopify', SKU)
  expect('what was changed', [changed?.price, changed?.quantity], [16.5, 7])
  done('change')

  const { externalOrderId } = await stand.at('shopify').buy(SKU, 2)
  const order = await eventually('the order', async () => {
    const { orders } = await ask(`{
      orders(first: 10, sortKey: UPDATED_AT) {
        nodes { id lineItems(first: 5) { nodes { sku quantity } } fulfillmentOrders(first: 5) { nodes { id } } }
      }
    }`)
    return orders.nodes.find(({ id }: { id: string }) => id.endsWith(`/${externalOrderId.split('/').at(-1)}`))
  })
  expect('the units sold', order.lineItems.nodes, [{ sku: SKU, quantity: 2 }])
  done('sell')

  await ask(
    `mutation ($fulfillment: FulfillmentInput!) {
      fulfillmentCreate(fulfillment: $fulfillment) { userErrors { message } }
    }`,
    {
      fulfillment: {
        lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: order.fulfillmentOrders.nodes[0].id }],
        trackingInfo: { company: 'UPS', number: 'SHOPIFY1' },
      },
    },
  )
  const shipped = (await stand.orders('shopify')).find((sold) => sold.externalOrderId === externalOrderId)
  expect('the parcel', shipped?.tracking, ['SHOPIFY1'])
  done('ship')

  const { body, headers } = await stand.hook('shopify')
  const validate = async (rawBody: string) =>
    (await shopify.webhooks.validate({ rawBody, rawRequest: { method: 'POST', url, headers } })).valid
  expect('the signature', await validate(body), true)
  expect('a forged body', await validate(`${body} `), false)
  done('webhook')
}
