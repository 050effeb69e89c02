import { find, legacyId, shopRow, shopUrl, shown, type Env, type LocationRow } from '../state.ts'
import { maxOptions, maxVariants } from '../version.ts'

export type View = Record<string, unknown>

export const currency = 'USD'
export const money = (amount: string | number): View => ({
  amount: typeof amount === 'number' ? amount.toFixed(2) : amount,
  currencyCode: currency,
})
export const moneyBag = (amount: string | number): View => ({
  shopMoney: money(amount),
  presentmentMoney: money(amount),
})
export const count = (of: number): View => ({ count: of, precision: 'EXACT' })

export function shopView(env: Env): View | null {
  const row = shopRow(env)
  if (!row) return null
  return {
    __typename: 'Shop',
    id: row.id,
    name: row.name,
    email: `owner@${row.domain}`,
    contactEmail: `owner@${row.domain}`,
    myshopifyDomain: row.domain,
    url: shopUrl(env),
    currencyCode: currency,
    ianaTimezone: 'America/New_York',
    weightUnit: 'POUNDS',
    createdAt: shown(row.createdAt),
    plan: {
      displayName: 'Developer Preview',
      publicDisplayName: 'Development',
      partnerDevelopment: true,
      shopifyPlus: false,
    },
    resourceLimits: {
      locationLimit: 200,
      maxProductOptions: maxOptions,
      maxProductVariants: maxVariants,
      redirectLimitReached: false,
    },
  }
}

export function locationView(row: LocationRow): View {
  const { address } = row
  return {
    __typename: 'Location',
    id: row.id,
    legacyResourceId: legacyId(row.id),
    name: row.name,
    isActive: true,
    isFulfillmentService: false,
    fulfillsOnlineOrders: row.fulfillsOnlineOrders,
    shipsInventory: true,
    createdAt: shown(row.createdAt),
    updatedAt: shown(row.createdAt),
    address: {
      ...address,
      address2: null,
      formatted: [address.address1, `${address.city} ${address.provinceCode} ${address.zip}`, address.country],
    },
  }
}
export const findLocation = (env: Env, id: string): View | null => {
  const row = find<LocationRow>(env, 'location', id)
  return row ? locationView(row) : null
}
