import { z } from 'zod'
import { ebayConditions } from '#contract/channels/ebay.ts'
import { EbayLocation, EbayPolicies, EbayTree } from '#contract/channels/shapes/ebay.ts'
import { ChannelError } from '../channel.ts'
import { allPages } from '../kit/paging.ts'
import { readAs } from '../kit/read.ts'
import { splitList } from '../kit/text.ts'
import { type EbayConnection, find, get, inventory } from './calls.ts'
import { conditionIds, conditionOf } from './listings/conditions.ts'
import { remembered, withDescriptors } from './conditions/descriptors.ts'
import { CategoryAspect } from './sizes/category-aspect.ts'
import { inventoryItemOffers, offer } from './listings/item-lookups.ts'
import { marketplaceOf } from './listings/marketplaces.ts'
import { templateAttributes } from './listings/template-attributes.ts'
import { Conditions, Locations, RegulatoryPolicies, ShippingServices, TreeId } from './wire.ts'

const taxonomy = (path: string) => `/commerce/taxonomy/v1${path}`
const treeIdOf = async (c: EbayConnection) =>
  (
    await get(c, TreeId, taxonomy('/get_default_category_tree_id'), {
      marketplace_id: marketplaceOf(c.settings.marketplaceId).id,
    })
  ).categoryTreeId
export const tree = async (c: EbayConnection, path = '') => taxonomy(`/category_tree/${await treeIdOf(c)}${path}`)

export const Aspects = z.object({ aspects: z.array(CategoryAspect).default([]) })

export async function aspectsOfCategory(c: EbayConnection, categoryId: string) {
  if (!categoryId)
    throw new ChannelError('invalid', 'Choose a category first.', {
      fields: { ebayCategoryIds: 'Choose a category first.' },
    })
  return (
    (await find(c, Aspects, await tree(c, '/get_item_aspects_for_category'), { category_id: categoryId }))?.aspects ??
    []
  )
}

/** eBay's taxonomy says so of a category that is not in its tree, or not a leaf any more; its metadata just has no policy for one that it does not know. */
const goneCodes = new Set(['62005', '62009'])

/** Asks about a category. @returns undefined where eBay does not have it any more: its tree changes a few times a year, overnight */
export async function ifThere<T>(ask: Promise<T>): Promise<T | undefined> {
  try {
    return await ask
  } catch (error) {
    if (error instanceof ChannelError && goneCodes.has(error.code ?? '')) return undefined
    throw error
  }
}

/** Condition names that a category takes; null when eBay has no list for it. */
export async function conditionsOfCategory(c: EbayConnection, categoryId: string) {
  const path = `/sell/metadata/v1/marketplace/${marketplaceOf(c.settings.marketplaceId).id}/get_item_condition_policies`
  const reply = await find(c, Conditions, path, { filter: `categoryIds:{${categoryId}}` })
  const policy = reply?.itemConditionPolicies.find((p) => p.categoryId === categoryId)
  const enumOf = (id: string) => Object.keys(conditionIds).find((key) => conditionIds[key] === id)
  return policy
    ? policy.itemConditions.flatMap(({ conditionId, conditionDescription, conditionDescriptors: descriptors }) => {
        const condition = enumOf(conditionId)
        // a name is shown only if it is understood when a seller chooses it
        const name = conditionOf(conditionDescription) === condition ? conditionDescription : nameOf(condition ?? '')
        return condition ? [{ condition, conditionId, name, descriptors }] : []
      })
    : null
}
/** Whether a category asks for the manufacturer on the account’s site. */
export async function needsManufacturer(c: EbayConnection, categoryId: string): Promise<boolean> {
  const path = `/sell/metadata/v1/marketplace/${marketplaceOf(c.settings.marketplaceId).id}/get_regulatory_policies`
  const reply = await find(c, RegulatoryPolicies, path, { filter: `categoryIds:{${categoryId}}` })
  const policy = reply?.regulatoryPolicies.find((candidate) => candidate.categoryId === categoryId)
  return (policy?.supportedAttributes ?? []).some(
    ({ name, usage }) => name === 'MANUFACTURER_CONTACT' && usage === 'REQUIRED',
  )
}

const nameOf = (condition: string) => (ebayConditions as Record<string, string>)[condition] ?? condition

const locations = (c: EbayConnection) =>
  allPages(async (offset = '0') => {
    // here eBay's `offset` counts locations
    const answer = await get(c, Locations, inventory('/location'), { limit: '100', offset })
    const next = answer.next && answer.locations.length ? String(Number(offset) + answer.locations.length) : undefined
    return {
      items: answer.locations.map(({ location, merchantLocationStatus, ...rest }) =>
        EbayLocation.parse({ ...location?.address, ...rest, enabled: merchantLocationStatus !== 'DISABLED' }),
      ),
      next,
    }
  })

async function policies(c: EbayConnection) {
  const marketplace = { marketplace_id: marketplaceOf(c.settings.marketplaceId).id }
  const [fulfillment, payment, returns] = await Promise.all(
    ['fulfillment_policy', 'payment_policy', 'return_policy'].map((kind) =>
      get(c, z.looseObject({}), `/sell/account/v1/${kind}`, marketplace),
    ),
  )
  return readAs('eBay', EbayPolicies, {
    fulfillmentPolicies: fulfillment?.fulfillmentPolicies ?? [],
    paymentPolicies: payment?.paymentPolicies ?? [],
    returnPolicies: returns?.returnPolicies ?? [],
  })
}

/** Those that buyers can be offered inside the country at one price for all. */
async function shippingServices(c: EbayConnection) {
  const path = `/sell/metadata/v1/shipping/marketplace/${marketplaceOf(c.settings.marketplaceId).id}/get_shipping_services`
  const { shippingServices: all } = await get(c, ShippingServices, path)
  return all
    .filter(
      (service) =>
        service.validForSellingFlow && !service.internationalService && service.shippingCostTypes.includes('FLAT_RATE'),
    )
    .map(({ shippingService, description }) => ({ shippingService, description }))
}

export const Suggestions = z.object({
  categorySuggestions: z
    .array(
      z.object({
        category: z.object({ categoryId: z.string(), categoryName: z.string() }),
        categoryTreeNodeAncestors: z
          .array(
            z.object({
              categoryId: z.string(),
              categoryName: z.string(),
              categoryTreeNodeLevel: z.number().optional(),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
})

/** What listings begin with: the account's first location and its first policy of each kind. */
export async function defaults(c: EbayConnection): Promise<Record<string, string>> {
  const [places, { paymentPolicies, returnPolicies, fulfillmentPolicies }] = await Promise.all([
    locations(c),
    policies(c),
  ])
  return {
    locationId: places.find(({ enabled }) => enabled)?.merchantLocationKey ?? '',
    paymentPolicyId: paymentPolicies[0]?.paymentPolicyId ?? '',
    returnPolicyId: returnPolicies[0]?.returnPolicyId ?? '',
    fulfillmentPolicyId: fulfillmentPolicies[0]?.fulfillmentPolicyId ?? '',
  }
}

type Query = Record<string, string>
/** The item specifics of a category, and what is said there of conditions besides. */
async function specificsOfCategory(c: EbayConnection, categoryId: string) {
  const aspects = await ifThere(aspectsOfCategory(c, categoryId))
  const conditions = aspects && (await remembered(c, categoryId, () => conditionsOfCategory(c, categoryId)))
  return withDescriptors(aspects ?? [], conditions ?? null)
}
const aspectsMany = async (c: EbayConnection, { categoryIds = '' }: Query) =>
  Object.fromEntries(
    await Promise.all(
      // One that is gone asks for nothing, and does not keep the others from being read.
      splitList(categoryIds).map(async (id) => [id, await specificsOfCategory(c, id)] as const),
    ),
  )
export const ebayLookups = {
  inventoryItemOffers,
  offer,
  categories: async (c: EbayConnection) => get(c, EbayTree, await tree(c)),
  aspects: (c: EbayConnection, { categoryId = '' }: Query) => specificsOfCategory(c, categoryId),
  /** Category id → its aspects. */
  aspectsMany,
  templateAttributes: async (c: EbayConnection, query: Query) =>
    templateAttributes(Object.values(await aspectsMany(c, query))),
  suggestions: async (c: EbayConnection, { query = '' }: Query) =>
    get(c, Suggestions, await tree(c, '/get_category_suggestions'), { q: query }),
  locations: (c: EbayConnection) => locations(c),
  policies: (c: EbayConnection) => policies(c),
  shippingServices: (c: EbayConnection) => shippingServices(c),
  conditions: async (c: EbayConnection, { categoryId = '' }: Query) =>
    (await conditionsOfCategory(c, categoryId)) ?? [],
}
