import { ebay } from '#channels/ebay/index.ts'
import { account } from './account.ts'
import type { Loaded } from './install.ts'
import { type Stand, eventually, expect, shown } from './stand.ts'

const SKU = 'EBAY-MUG'
const MUGS = '20695'
const VERIFICATION = 'a-token-of-at-least-32-characters-1234'

/** eBay's own libraries for tokens and for what it calls; for its Sell APIs, of which it publishes none, the one that is used most. Hosts are built in. */
export async function walkEbay(stand: Stand, done: (step: string) => void): Promise<void> {
  const { default: EbayAuthToken } = await stand.load('ebay-oauth-nodejs-client')
  const { default: notifications } = await stand.load('event-notification-nodejs-sdk')
  const { default: validator } = await stand.load('event-notification-nodejs-sdk', '/lib/validator.js')
  const { default: eBayApi } = await stand.load('ebay-api')
  const { clientId, clientSecret, redirect, tokens } = await account(stand, 'ebay')
  const url = stand.hookUrl('ebay')
  stand.challenge((code, endpoint) =>
    notifications.validateEndpoint(code, { endpoint, verificationToken: VERIFICATION }),
  )

  const credentials = { clientId, clientSecret, baseUrl: 'api.ebay.com', redirectUri: redirect }
  const auth = new EbayAuthToken({ ...credentials, env: 'PRODUCTION' })
  const refreshed = JSON.parse(await auth.getAccessToken('PRODUCTION', tokens.refreshToken, scopes))
  const ofApp = JSON.parse(await auth.getApplicationToken('PRODUCTION'))
  const api = (accessToken: string) => {
    const client = new eBayApi({ appId: clientId, certId: clientSecret, sandbox: false, ruName: redirect })
    client.OAuth2.setCredentials({ access_token: accessToken, expires_in: 7200, token_type: 'User Access Token' })
    return client
  }
  const client = api(refreshed.access_token)
  const policies = await client.sell.account.getPaymentPolicies('EBAY_US')
  const returns = await client.sell.account.getReturnPolicies('EBAY_US')
  const fulfillment = await client.sell.account.getFulfillmentPolicies('EBAY_US')
  const { locations } = await client.sell.inventory.getInventoryLocations()
  const { aspects } = await client.commerce.taxonomy.getItemAspectsForCategory('0', MUGS)

  const item = (quantity: number) =>
    client.sell.inventory.createOrReplaceInventoryItem(SKU, {
      availability: { shipToLocationAvailability: { quantity } },
      condition: 'NEW',
      product: {
        title: 'Stoneware mug',
        description: 'Holds tea.',
        imageUrls: ['https://pictures.example/mug.jpg'],
        aspects: Object.fromEntries(
          aspects
            .filter((aspect: Aspect) => aspect.aspectConstraint.aspectRequired)
            .map((aspect: Aspect) => [
              aspect.localizedAspectName,
              [aspect.aspectValues?.[0]?.localizedValue ?? 'Plain'],
            ]),
        ),
      },
    })
  const offer = (price: string, availableQuantity: number) => ({
    sku: SKU,
    marketplaceId: 'EBAY_US',
    format: 'FIXED_PRICE',
    availableQuantity,
    categoryId: MUGS,
    listingDescription: 'Holds tea.',
    merchantLocationKey: locations[0].merchantLocationKey,
    pricingSummary: { price: { value: price, currency: 'USD' } },
    listingPolicies: {
      paymentPolicyId: policies.paymentPolicies[0].paymentPolicyId,
      returnPolicyId: returns.returnPolicies[0].returnPolicyId,
      fulfillmentPolicyId: fulfillment.fulfillmentPolicies[0].fulfillmentPolicyId,
    },
  })
  await item(5)
  const { offerId } = await client.sell.inventory.createOffer(offer('18.00', 5))
  // Its `publishOffer` sends no body, which eBay was seen to refuse (411).
  await client.sell.inventory.bulkPublishOffer({ requests: [{ offerId }] })
  expect('the quantity listed', (await shown(stand, 'ebay', SKU))?.quantity, 5)
  done('list')

  await item(7)
  await client.sell.inventory.updateOffer(offerId, offer('16.50', 7))
  const changed = await shown(stand, 'ebay', SKU)
  expect('what was changed', [changed?.price, changed?.quantity], [16.5, 7])
  done('change')

  await subscribe(api(ofApp.access_token), client, url)
  const { externalOrderId } = await stand.at('ebay').buy(SKU, 2)
  const order = await eventually('the order', async () => {
    const { orders } = await client.sell.fulfillment.getOrders({ limit: 10 })
    return orders.find(({ orderId }: { orderId: string }) => orderId === externalOrderId)
  })
  expect('the units sold', [order.lineItems[0].sku, order.lineItems[0].quantity], [SKU, 2])
  done('sell')

  await client.sell.fulfillment.createShippingFulfillment(externalOrderId, {
    lineItems: [{ lineItemId: order.lineItems[0].lineItemId, quantity: 2 }],
    shippedDate: new Date().toISOString(),
    shippingCarrierCode: 'UPS',
    trackingNumber: 'EBAY1',
  })
  const shipped = (await stand.orders('ebay')).find((sold) => sold.externalOrderId === externalOrderId)
  expect('the parcel', shipped?.tracking, ['EBAY1'])
  done('ship')

  // Only what belongs to its own topic is processed by the library's front, so its check of signatures is asked itself.
  const hook = await stand.hook('ebay', ({ body }) => body.includes('ORDER_CONFIRMATION'))
  const config = { ...credentials, environment: 'PRODUCTION' }
  const isSigned = (message: object): Promise<boolean> =>
    validator.validateSignature(message, hook.headers['x-ebay-signature'], config)
  const message = JSON.parse(hook.body) as object
  expect('the signature', await isSigned(message), true)
  expect('a forged body', await isSigned({ ...message, forged: true }), false)
  done('webhook')
}

interface Aspect {
  localizedAspectName: string
  aspectConstraint: { aspectRequired?: boolean }
  aspectValues?: { localizedValue: string }[]
}
const scopes = ebay.connect.oauth?.scopes ?? []

/** Makes eBay tell of each sale. @param app with the token of the app @param seller with the seller's */
async function subscribe(app: Loaded, seller: Loaded, endpoint: string): Promise<void> {
  await app.commerce.notification.updateConfig({ alertEmail: 'dana@example.com' })
  await app.commerce.notification.createDestination({
    name: 'Motto',
    status: 'ENABLED',
    deliveryConfig: { endpoint, verificationToken: VERIFICATION },
  })
  const { destinations } = await app.commerce.notification.getDestinations({})
  const { topics } = await app.commerce.notification.getTopics({})
  const topic = topics.find(({ topicId }: { topicId: string }) => topicId === 'ORDER_CONFIRMATION')
  await seller.commerce.notification.createSubscription({
    topicId: topic.topicId,
    status: 'ENABLED',
    destinationId: destinations[0].destinationId,
    payload: { format: 'JSON', schemaVersion: topic.supportedPayloads[0].schemaVersion, deliveryProtocol: 'HTTPS' },
  })
}
