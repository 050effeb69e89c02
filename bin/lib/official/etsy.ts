import { createReadStream, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from './account.ts'
import { refusesForged } from './bigcommerce.ts'
import { type Stand, eventually, expect, shown } from './stand.ts'

const SKU = 'ETSY-MUG'
const MUGS = 1062

/** The library for Node that is used most, made from Etsy's API description: Etsy publishes none. Its calls are signed as Standard Webhooks. */
export async function walkEtsy(stand: Stand, done: (step: string) => void): Promise<void> {
  const { Etsy } = await stand.load('etsy-ts')
  const { Webhook } = await stand.load('standardwebhooks')
  const { token, clientId, clientSecret, secrets, base } = await account(stand, 'etsy')
  const url = stand.hookUrl('etsy')
  await fetch(`${base}/developers/webhooks`, { method: 'POST', body: new URLSearchParams({ url }) })
  const securityDataStorage = {
    findAccessToken: async () => ({ accessToken: token }),
    storeAccessToken: async () => undefined,
  }
  const etsy = new Etsy({
    apiKey: clientId,
    sharedSecret: clientSecret,
    securityDataStorage,
    enableTokenRefresh: false,
  })
  const as = { etsyUserId: Number(token.split('.')[0]) }
  const { data: me } = await etsy.User.getMe(as)
  const shopId = me.shop_id
  const { data: profiles } = await etsy.ShopShippingProfile.getShopShippingProfiles(shopId, as)
  const { data: policies } = await etsy.ShopReturnPolicy.getShopReturnPolicies(shopId, as)
  const { data: processing } = await etsy.ShopProcessingProfiles.getShopReadinessStateDefinitions({ shopId }, as)

  const { data: draft } = await etsy.ShopListing.createDraftListing(
    shopId,
    {
      quantity: 5,
      title: 'Stoneware mug',
      description: 'Holds tea.',
      price: 18,
      who_made: 'i_did',
      when_made: 'made_to_order',
      taxonomy_id: MUGS,
      shipping_profile_id: profiles.results[0].shipping_profile_id,
      return_policy_id: policies.results[0].return_policy_id,
      readiness_state_id: processing.results[0].readiness_state_id,
      tags: ['mug', 'stoneware'],
      materials: ['Clay'],
      type: 'physical',
    },
    as,
  )
  expect('its tags', draft.tags, ['mug', 'stoneware'])
  const listingId = draft.listing_id
  await etsy.ShopListingImage.uploadListingImage(shopId, listingId, { image: picture(), name: 'mug.jpg', rank: 1 }, as)
  const stock = (quantity: number, price: number) =>
    etsy.ShopListingInventory.updateListingInventory(
      { listingId },
      {
        products: [
          {
            sku: SKU,
            property_values: [],
            offerings: [
              {
                quantity,
                price,
                is_enabled: true,
                readiness_state_id: processing.results[0].readiness_state_id,
              },
            ],
          },
        ],
      },
      as,
    )
  await stock(5, 18)
  await etsy.ShopListing.updateListing(shopId, listingId, { state: 'active' }, as)
  const listed = await shown(stand, 'etsy', SKU)
  expect('what is listed', [listed?.status, listed?.quantity], ['active', 5])
  done('list')

  await stock(7, 16.5)
  const changed = await shown(stand, 'etsy', SKU)
  expect('what was changed', [changed?.price, changed?.quantity], [16.5, 7])
  done('change')

  const { externalOrderId } = await stand.at('etsy').buy(SKU, 2)
  const receipt = await eventually('the order', async () => {
    const { data } = await etsy.ShopReceipt.getShopReceipts({ shopId, limit: 10 }, as)
    return data.results.find(({ receipt_id: id }: { receipt_id: number }) => String(id) === externalOrderId)
  })
  expect('the units sold', [receipt.transactions[0].sku, receipt.transactions[0].quantity], [SKU, 2])
  done('sell')

  await etsy.ShopReceipt.createReceiptShipment(
    { shopId, receiptId: receipt.receipt_id },
    { tracking_code: 'ETSY1', carrier_name: 'ups' },
    as,
  )
  const shipped = (await stand.orders('etsy')).find((order) => order.externalOrderId === externalOrderId)
  expect('the parcel', shipped?.tracking, ['ETSY1'])
  done('ship')

  const { body, headers } = await stand.hook('etsy', (hook) => hook.body.includes(externalOrderId))
  const webhook = new Webhook(secrets['webhooks'])
  expect('whose it is', String(webhook.verify(body, headers).shop_id), String(shopId))
  refusesForged(() => webhook.verify(`${body} `, headers))
  done('webhook')
}

/** The smallest picture that says it is one, as a file: the library names the part by its path. */
function picture() {
  const path = join(mkdtempSync(join(tmpdir(), 'motto-official-')), 'mug.jpg')
  writeFileSync(path, Buffer.from([0xff, 0xd8, 0xff, 0xd9]))
  return createReadStream(path)
}
