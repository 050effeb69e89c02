import { type Aspect, aspectsOf, isLeaf, isRetired } from './catalog.ts'
import { conditionIds, conditionsOf, descriptorProblems } from './conditions.ts'
import { type EbayErrorBody, inventoryError } from '../api/errors.ts'
import { regulatoryProblems } from './regulatory.ts'
import type { Group, Item, Offer, PolicyKind } from '../shapes.ts'
import type { Shop } from '../state.ts'

/** What eBay looks at when a listing goes live, all of it at once. @param group the family the SKU belongs to */
export function problemsOf(shop: Shop, offer: Offer, group: Group | undefined): EbayErrorBody[] {
  const item = shop.get('item', offer.sku)
  if (!item) return [inventoryError(25702, `SKU ${offer.sku} is not available in the system`)]
  const category =
    isLeaf(offer.categoryId) && !isRetired(shop.context, offer.categoryId)
      ? []
      : [
          inventoryError(
            25005,
            `Invalid category. The category ${offer.categoryId || '(none)'} is not a leaf of the tree.`,
          ),
        ]
  return [
    ...category,
    ...policyProblems(shop, offer),
    ...locationProblems(shop, offer),
    ...priceProblems(offer),
    ...(offer.format === 'AUCTION' ? auctionProblems(item, group) : []),
    ...textProblems(offer, item, group),
    ...pictureProblems(item, group),
    ...(category.length > 0
      ? []
      : [...conditionProblems(offer, item), ...aspectProblems(offer, item, group), ...regulatoryProblems(shop, offer)]),
  ]
}

const policyErrors: Record<PolicyKind, [errorId: number, name: string]> = {
  fulfillment: [25007, 'Shipping'],
  payment: [25008, 'Payment'],
  return: [25009, 'Return'],
}
function policyProblems(shop: Shop, offer: Offer): EbayErrorBody[] {
  return (Object.keys(policyErrors) as PolicyKind[]).flatMap((kind) => {
    const id = offer.listingPolicies[`${kind}PolicyId`]
    const policy = typeof id === 'string' ? shop.get('policy', id) : undefined
    if (policy?.kind === kind && policy.marketplaceId === offer.marketplaceId) return []
    const [errorId, name] = policyErrors[kind]
    return [
      inventoryError(errorId, `Invalid ${name} policy information. ${kind}PolicyId ${String(id ?? 'is missing')}`),
    ]
  })
}
function locationProblems(shop: Shop, offer: Offer): EbayErrorBody[] {
  const location = shop.get('location', offer.merchantLocationKey)
  if (location?.merchantLocationStatus === 'ENABLED') return []
  return [
    inventoryError(25012, 'Invalid location. The merchantLocationKey is missing, unknown or disabled.', {
      merchantLocationKey: offer.merchantLocationKey,
    }),
  ]
}
function priceProblems(offer: Offer): EbayErrorBody[] {
  const { price, auctionStartPrice } = offer.pricingSummary
  return Number((offer.format === 'AUCTION' ? auctionStartPrice : price)?.value ?? 0) > 0
    ? []
    : [inventoryError(25003, 'Invalid price. A price above 0 is needed.')]
}

function auctionProblems(item: Item, group: Group | undefined): EbayErrorBody[] {
  if (group)
    return [inventoryError(25756, 'Auction format is not permitted with a SKU that is part of an InventoryItemGroup.')]
  return item.availability.shipToLocationAvailability.quantity > 0
    ? []
    : [inventoryError(25760, 'shipToLocationAvailability quantity insufficient to create auction listings.')]
}

function textProblems(offer: Offer, item: Item, group: Group | undefined): EbayErrorBody[] {
  const title = group?.title || item.product.title
  const description = offer.listingDescription || group?.description || item.product.description
  return [
    ...(title === '' ? [inventoryError(25016, 'Invalid title. A title is needed.', { fieldName: 'title' })] : []),
    ...(description === ''
      ? [inventoryError(25016, 'Invalid description. A description is needed.', { fieldName: 'description' })]
      : []),
  ]
}

/** Real eBay wants https from everywhere; the sandbox also takes http from this machine, so that a local shop can be tried. */
const isPictureUrl = (url: string) => {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}
function pictureProblems(item: Item, group: Group | undefined): EbayErrorBody[] {
  const pictures = [...item.product.imageUrls, ...(group?.imageUrls ?? [])]
  if (pictures.length === 0) return [inventoryError(25014, 'Invalid pictures. At least one picture is needed.')]
  const wrong = pictures.find((url) => !isPictureUrl(url))
  const limit =
    group && item.product.imageUrls.length > 12
      ? [inventoryError(25014, 'Invalid pictures. A variation has at most 12 pictures.')]
      : []
  return wrong === undefined ? limit : [inventoryError(25015, `Invalid picture URL. ${wrong}`)]
}

function conditionProblems(offer: Offer, item: Item): EbayErrorBody[] {
  if (item.condition === undefined)
    return [inventoryError(25021, 'Invalid condition information. A condition is needed in this category.')]
  const id = conditionIds[item.condition]
  if (conditionsOf(offer.categoryId).some(({ conditionId }) => conditionId === id))
    // The number and the sentences of these refusals are ours.
    return descriptorProblems(offer.categoryId, id, item['conditionDescriptors']).map((sentence) =>
      inventoryError(25021, `Invalid condition information. ${sentence}`),
    )
  return [
    inventoryError(
      25021,
      `Invalid condition information. ${item.condition} is not possible in category ${offer.categoryId}.`,
    ),
  ]
}

function aspectProblems(offer: Offer, item: Item, group: Group | undefined): EbayErrorBody[] {
  const aspects = { ...group?.aspects, ...item.product.aspects }
  const problem = (name: string, sentence: string) =>
    inventoryError(25002, `A user error has occurred. ${sentence}`, { 0: name })
  return aspectsOf(offer.categoryId).flatMap(({ localizedAspectName: name, aspectConstraint: rule, aspectValues }) => {
    const values = (aspects[name] ?? []).filter((value) => value.trim() !== '')
    if (values.length === 0) {
      if (!rule.aspectRequired) return []
      return [
        problem(
          name,
          `The item specific ${name} is missing. Add ${name} to this listing, enter a valid value, and then try again.`,
        ),
      ]
    }
    if (rule.itemToAspectCardinality === 'SINGLE' && values.length > 1)
      return [problem(name, `The item specific ${name} can only have one value.`)]
    if (rule.aspectMode !== 'SELECTION_ONLY') return []
    const strange = values.find(
      (value) =>
        !aspectValues.some((aspectValue) => aspectValue.localizedValue === value && isPossible(aspectValue, aspects)),
    )
    return strange === undefined
      ? []
      : [problem(name, `The value ${strange} of the item specific ${name} is not in the list of values.`)]
  })
}

/** Some values exist only beside certain values of another aspect: the sizes of one size type. */
const isPossible = (
  { valueConstraints = [] }: Aspect['aspectValues'][number],
  aspects: Record<string, string[]>,
): boolean =>
  valueConstraints.every(({ applicableForLocalizedAspectName: name, applicableForLocalizedAspectValues: allowed }) =>
    aspects[name]?.some((value) => allowed.includes(value)),
  )
