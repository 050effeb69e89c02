import type { BuiltId } from '#contract/channels/names.ts'
import { createSpreadsheet, lookups } from '#contract/integrations/lookups.ts'
import type { Client } from './client.ts'
import type { Kind } from './kind.ts'
import type { Random } from './random.ts'

interface Words {
  order: string
  shipping: string
  payment: string
}
/** What the demo shop does and did on one channel. */
interface OnChannel {
  /** What was bought there in the past year. Absent: nobody buys there. */
  sales?: Sales
  /** How a template of a kind lists there; what is left blank is taken from the product. */
  schemas(
    client: Pick<Client, 'call'>,
  ): Promise<(kind: Pick<Kind, 'categoryId' | 'taxonomyId' | 'productType'>) => object>
  /** What a product's listing says of its own. */
  overrides(kind: Kind): object
}
interface Sales {
  /** Of the past year's orders; all shares make 1. */
  share: number
  /** @param place which of the channel's past orders it is, from 0 @param of how many they are */
  names(random: Random, place: number, of: number): { externalOrderId: string; number: string }
  /** What the channel says of an order that was sent, and of one that was cancelled. */
  sent: Words
  cancelled: Words
  paymentMethod: string
  /** What the channel keeps of a total; both in minor units. */
  feeOf(totalAmount: number): number
}

/** The sandbox's first order on Shopify is #1001, on BigCommerce 1001. */
const FIRST_SANDBOX_NUMBER = 1001

export const onChannels: Record<BuiltId, OnChannel> = {
  ebay: {
    sales: {
      share: 0.44,
      names(random) {
        const id = `${random.between(10, 29)}-${random.between(10_000, 99_999)}-${random.between(10_000, 99_999)}`
        return { externalOrderId: id, number: id }
      },
      sent: { order: 'FULFILLED', shipping: 'FULFILLED', payment: 'PAID' },
      cancelled: { order: 'CANCELED', shipping: 'NOT_STARTED', payment: 'FULLY_REFUNDED' },
      paymentMethod: 'EBAY',
      // The final value fee in most categories, and 30 cents an order.
      feeOf: (totalAmount) => Math.round(totalAmount * 0.1325) + 30,
    },
    async schemas(client) {
      const policies = await client.call(lookups.ebay.policies)
      const [location] = await client.call(lookups.ebay.locations)
      const chosen = {
        locationId: location?.merchantLocationKey ?? '',
        paymentPolicyId: policies.paymentPolicies[0]?.paymentPolicyId ?? '',
        returnPolicyId: policies.returnPolicies[0]?.returnPolicyId ?? '',
        fulfillmentPolicyId: policies.fulfillmentPolicies[0]?.fulfillmentPolicyId ?? '',
      }
      return ({ categoryId }) => ({ ...chosen, ebayCategoryIds: categoryId })
    },
    overrides: ({ categoryId }) => ({ selectedCategoryIds: categoryId }),
  },
  shopify: {
    sales: {
      share: 0.2,
      names(_random, place, of) {
        const number = FIRST_SANDBOX_NUMBER - of + place
        return {
          externalOrderId: `gid://shopify/Order/${5_100_000_000_000 + number * 32_768}`,
          number: `#${number}`,
        }
      },
      sent: { order: 'CLOSED', shipping: 'FULFILLED', payment: 'PAID' },
      cancelled: { order: 'CANCELLED', shipping: 'UNFULFILLED', payment: 'REFUNDED' },
      paymentMethod: 'shopify_payments',
      // It tells its fees by payout.
      feeOf: () => 0,
    },
    async schemas(client) {
      const [shelf] = await client.call(lookups.shopify.locations)
      return ({ productType }) => ({ productType, locationId: shelf?.id ?? '' })
    },
    overrides: () => ({}),
  },
  square: {
    sales: {
      share: 0.1,
      names(random) {
        const id = Array.from({ length: 27 }, () =>
          random.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789']),
        )
        return { externalOrderId: id.join(''), number: id.join('') }
      },
      sent: { order: 'COMPLETED', shipping: 'COMPLETED', payment: 'PAID' },
      cancelled: { order: 'COMPLETED', shipping: 'CANCELED', payment: 'REFUNDED' },
      paymentMethod: 'CARD',
      // Of a card payment online.
      feeOf: (totalAmount) => Math.round(totalAmount * 0.029) + 30,
    },
    async schemas(client) {
      const [counter] = (await client.call(lookups.square.locations)).filter(({ isActive }) => isActive)
      return () => ({ locationId: counter?.id ?? '' })
    },
    overrides: () => ({}),
  },
  clover: {
    sales: {
      share: 0.06,
      names(random) {
        const letters = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
        const id = Array.from({ length: 13 }, () => random.pick(letters)).join('')
        return { externalOrderId: id, number: id }
      },
      sent: { order: 'locked', shipping: '', payment: 'PAID' },
      cancelled: { order: 'locked', shipping: 'CANCELLED', payment: 'REFUNDED' },
      paymentMethod: 'Credit Card',
      // Its orders do not tell what a payment cost.
      feeOf: () => 0,
    },
    async schemas(client) {
      const [category] = await client.call(lookups.clover.categories)
      return () => ({ categoryIds: category?.id ?? '' })
    },
    overrides: () => ({}),
  },
  etsy: {
    sales: {
      share: 0.12,
      names(random) {
        const id = String(random.between(3_100_000_000, 3_299_999_999))
        return { externalOrderId: id, number: id }
      },
      sent: { order: 'completed', shipping: 'shipped', payment: 'paid' },
      cancelled: { order: 'canceled', shipping: 'not shipped', payment: 'not paid' },
      paymentMethod: 'cc',
      // It tells its fees in another place than its orders.
      feeOf: () => 0,
    },
    async schemas(client) {
      const [shipping] = await client.call(lookups.etsy.shippingProfiles)
      const [returns] = await client.call(lookups.etsy.returnPolicies)
      const [processing] = await client.call(lookups.etsy.processingProfiles)
      const chosen = {
        shippingProfileId: shipping?.shipping_profile_id ?? '',
        returnPolicyId: returns?.return_policy_id ?? '',
        processingProfileId: processing?.readiness_state_id ?? '',
      }
      return ({ taxonomyId }) => ({ ...chosen, taxonomyIds: taxonomyId, whoMade: 'i_did', whenMade: 'made_to_order' })
    },
    overrides: () => ({}),
  },
  bigcommerce: {
    sales: {
      share: 0.08,
      names(_random, place, of) {
        const number = String(FIRST_SANDBOX_NUMBER - of + place)
        return { externalOrderId: number, number }
      },
      sent: { order: 'Shipped', shipping: 'Shipped', payment: 'captured' },
      cancelled: { order: 'Cancelled', shipping: 'Cancelled', payment: 'void' },
      paymentMethod: 'Credit Card',
      // A card's fee is its bank's.
      feeOf: () => 0,
    },
    async schemas(client) {
      const [shelf] = (await client.call(lookups.bigcommerce.locations)).filter(({ isActive }) => isActive)
      const categories = (await client.call(lookups.bigcommerce.categories)).flatMap((category) => [
        category,
        ...category.children,
      ])
      return ({ productType }) => ({
        categoryIds: categories.find(({ name }) => name === productType)?.category_id ?? '',
        locationId: shelf?.id ?? '',
      })
    },
    overrides: () => ({}),
  },
  csv: {
    async schemas(client) {
      const { id } = await client.call(createSpreadsheet, { body: { title: 'Stock list' } })
      return () => ({ spreadsheets: [{ spreadsheetId: id, sheetId: 0, headers: [] }] })
    },
    overrides: () => ({}),
  },
}

/** The channels that the demo shop lists on, and those of them where somebody buys. */
export const listing = Object.keys(onChannels) as BuiltId[]
export const selling = listing.filter((channel) => onChannels[channel].sales)

/** What was bought there. @throws Error where nobody buys */
export function salesOn(channel: BuiltId): Sales {
  const { sales } = onChannels[channel]
  if (!sales) throw new Error(`Nobody buys on ${channel}.`)
  return sales
}
