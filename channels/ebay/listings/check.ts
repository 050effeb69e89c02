import { z } from 'zod'
import { ebay } from '#contract/channels/ebay.ts'
import { auctionDays } from '#contract/channels/pricing.ts'
import { EbayAspect, type EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { brief } from '#domain/listings/content/origins.ts'
import { onceRead } from '../../kit/facts.ts'
import { isSeen, splitList } from '../../kit/text.ts'
import type { EbayConnection } from '../calls.ts'
import { conditionOf } from './conditions.ts'
import { aspectsOfCategory, conditionsOfCategory, ifThere, needsManufacturer } from '../lookups.ts'
import { checkSafety, isEuropean } from '../safety/safety.ts'
import { aspectsOf, categoryOf, conditionText, type EbayListing, isGroup, locationOf, policiesOf } from './map.ts'

const DAY = 86_400
export const ebayLimits = {
  ...ebay.limits,
  together: { publish: 25 },
  requestsPerSecond: 20,
  concurrency: 8,
  // A day's calls of one keyset, by API: https://developer.ebay.com/develop/get-started/api-call-limits, read 2026-11-22.
  quotas: [
    { per: 'app', lane: 'inventory', calls: 2_000_000, seconds: DAY, reserve: 200_000 },
    { per: 'app', lane: 'fulfillment', calls: 100_000, seconds: DAY },
    { per: 'app', lane: 'account', calls: 25_000, seconds: DAY },
    { per: 'app', lane: 'taxonomy', calls: 5_000, seconds: DAY },
    { per: 'app', lane: 'metadata', calls: 5_000, seconds: DAY },
  ],
  // "Each listing can be revised up to 250 times in one calendar day." The item and the offer of each SKU is one, and so is the group.
  revisions: {
    calls: 250,
    seconds: DAY,
    ofWhole: (skus: number) => 2 * skus + 1,
  },
} as const
/** Pictures of a listing with variations. */
const groupImages = 12
const aspectValueChars = 50

export const Facts = z.object({
  aspects: z.array(EbayAspect).default([]),
  /** Conditions that the category takes; null when eBay has no list. */
  conditions: z
    .array(z.object({ condition: z.string(), name: z.string() }))
    .nullable()
    .default(null),
  /** eBay does not have the category any more. */
  isRemoved: z.boolean().default(false),
  /** The category asks for the manufacturer on this site. */
  needsManufacturer: z.boolean().default(false),
})
export type EbayFacts = z.output<typeof Facts>

/** An item specific of a category, with what is asked of it for each listing. */
interface Specific extends Pick<EbayAspect, 'aspectConstraint'> {
  name: string
  key: string
  allowed: readonly string[]
  isAllowed: ReadonlySet<string>
}
const specificOf = ({ localizedAspectName: name, aspectConstraint, aspectValues }: EbayAspect): Specific => {
  const allowed = aspectValues.map(({ localizedValue }) => localizedValue)
  return { name, key: name.toLowerCase(), aspectConstraint, allowed, isAllowed: new Set(allowed) }
}
const nothing = { specifics: [] as readonly Specific[], conditions: null, isRemoved: false, needsManufacturer: false }
const read = onceRead(Facts, ({ aspects, conditions, isRemoved, needsManufacturer }) => ({
  specifics: aspects.map(specificOf),
  conditions,
  isRemoved,
  needsManufacturer,
}))

type Found = Record<string, string>

/** What eBay demands in the chosen category. */
export async function facts(c: EbayConnection, listing: EbayListing): Promise<EbayFacts> {
  const categoryId = categoryOf(listing.fields)
  if (!categoryId) return { aspects: [], conditions: null, isRemoved: false, needsManufacturer: false }
  const [aspects, conditions, isAsked] = await Promise.all([
    ifThere(aspectsOfCategory(c, categoryId)),
    conditionsOfCategory(c, categoryId),
    isEuropean(c.settings.marketplaceId) && needsManufacturer(c, categoryId),
  ])
  return { aspects: aspects ?? [], conditions, isRemoved: aspects === undefined, needsManufacturer: isAsked }
}

/** What eBay would refuse. @param settings policies and location that count where the listing names none */
export function check(input: EbayListing, facts: unknown, settings?: EbaySettings): { errors: Found; warnings: Found } {
  const listing = settings ? withDefaults(input, settings) : input
  const known = read(facts) ?? nothing
  const safety = checkSafety(listing.safety, known.needsManufacturer, settings)
  const errors = { ...safety, ...checkWords(listing), ...checkChoices(listing, known), ...checkVariants(listing) }
  const aspects = checkSpecifics(listing, known.specifics)
  return { errors: { ...errors, ...aspects.errors }, warnings: aspects.warnings }
}

function checkWords({ title, description, images, ...listing }: EbayListing): Found {
  const problems: Found = {}
  if (!title.trim()) problems.title = 'eBay requires a title.'
  else if (title.length > ebayLimits.titleChars)
    problems.title = `eBay titles can have up to ${ebayLimits.titleChars} characters. This one has ${title.length}.`
  if (!isSeen(description)) problems.description = 'eBay requires a description.'
  else if (description.length > ebayLimits.descriptionChars)
    problems.description = 'eBay descriptions can have up to 500,000 characters, including HTML.'
  const most = isGroup({ title, description, images, ...listing }) ? groupImages : ebayLimits.images
  if (!images.length) problems.images = 'eBay requires at least 1 image.'
  else if (images.length > most) problems.images = `eBay allows up to ${most} images. You have ${images.length}.`
  return problems
}

const policyNames: Record<'fulfillmentPolicyId' | 'paymentPolicyId' | 'returnPolicyId' | 'locationId', string> = {
  fulfillmentPolicyId: 'Choose a fulfillment policy.',
  paymentPolicyId: 'Choose a payment policy.',
  returnPolicyId: 'Choose a return policy.',
  locationId: 'Choose a location.',
}
function checkChoices(
  listing: EbayListing,
  { conditions, isRemoved }: Pick<EbayFacts, 'conditions' | 'isRemoved'>,
): Found {
  const problems: Found = {}
  const chosen = splitList(listing.fields.ebayCategoryIds)
  if (chosen.length !== 1)
    problems.ebayCategoryIds = chosen.length ? 'Choose exactly one eBay category.' : 'Choose an eBay category.'
  else if (isRemoved) problems.ebayCategoryIds = 'eBay no longer has this category. Choose another.'
  for (const [field, sentence] of Object.entries(policyNames))
    if (!listing.fields[field as keyof typeof policyNames]) problems[field] = sentence
  const text = conditionText(listing)
  const condition = conditionOf(text)
  if (!condition) problems.condition = `eBay has no condition “${text}”. Choose another.`
  else if (conditions?.length && !conditions.some((c) => c.condition === condition))
    problems.condition = `This category doesn’t allow “${text}”. Allowed: ${conditions.map((c) => c.name).join(', ')}.`
  return problems
}

function checkVariants(listing: EbayListing): Found {
  const { variants, external, auction } = listing
  const problems: Found = {}
  if (auction && isGroup(listing))
    problems.pricingConfiguration = 'eBay doesn’t allow auctions for products with variations.'
  else if (auction && !auctionDays.some((days) => days === auction.days))
    problems.pricingConfiguration = `eBay auctions can run ${auctionDays.join(', ')} days. Yours is ${auction.days} days.`
  if (variants.length > ebayLimits.variants)
    problems.variations = `eBay allows up to ${ebayLimits.variants} variations. You have ${variants.length}.`
  for (const { sku, price } of variants) {
    if (!sku || sku.length > ebayLimits.skuChars)
      problems.sku ??= sku
        ? `eBay SKUs can have up to ${ebayLimits.skuChars} characters: ${sku}`
        : 'eBay requires a SKU.'
    if (!(price > 0))
      problems.price ??=
        variants.length > 1 ? `eBay requires a price above 0: ${sku}` : 'eBay requires a price above 0.'
  }
  const options = variants.map(({ options }) => JSON.stringify(options))
  if (new Set(options).size < options.length) problems.variations ??= 'Two variations have the same options.'
  // a live listing may run empty, a new one may not begin so
  if (!external && variants.every(({ quantity }) => quantity <= 0))
    problems.quantity = 'eBay requires at least 1 unit in stock.'
  return problems
}

/** Values by the lower case of their names. */
function valuesByName(named: readonly (readonly [name: string, values: readonly string[]])[]): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const [name, some] of named) {
    const key = name.toLowerCase()
    const known = values.get(key)
    if (known) known.push(...some)
    else values.set(key, [...some])
  }
  return values
}

function checkSpecifics(
  { fields, variants }: EbayListing,
  specifics: readonly Specific[],
): { errors: Found; warnings: Found } {
  const errors: Found = {}
  const warnings: Found = {}
  if (specifics.length === 0) return { errors, warnings }
  const ours = new Map<string, readonly string[]>()
  for (const [name, values] of Object.entries(aspectsOf(fields)))
    if (!ours.has(name.toLowerCase())) ours.set(name.toLowerCase(), values)
  const varying = valuesByName(
    variants.flatMap((v) => Object.entries(v.options).map(([name, value]) => [name, [value]] as const)),
  )
  for (const specific of specifics) {
    const { name, key, aspectConstraint: rule } = specific
    const options = varying.get(key) ?? []
    const values = [...new Set([...(ours.get(key) ?? []), ...options])]
    const field = `aspects.${name}`
    if (options.length && rule.aspectEnabledForVariations === false)
      warnings.variations ??= `eBay may not allow variations by ${name} in this category.`
    if (!values.length) {
      if (rule.aspectRequired) errors[field] = `eBay requires ${name} in this category.`
      else if (rule.aspectUsage === 'RECOMMENDED') warnings[field] = `Recommended: buyers filter by ${name}.`
      continue
    }
    const problem = problemOf(specific, values, options.length > 0)
    if (problem) errors[field] = problem
  }
  return { errors, warnings }
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function problemOf(
  { name, aspectConstraint: rule, allowed, isAllowed }: Specific,
  values: string[],
  isOption: boolean,
): string | undefined {
  if (rule.itemToAspectCardinality === 'SINGLE' && values.length > 1 && !isOption)
    return `eBay allows only one value for ${name}.`
  const most = rule.aspectMaxLength ?? aspectValueChars
  const long = values.find((value) => value.length > most)
  if (long) return `eBay allows up to ${most} characters for ${name}: ${brief(long)}`
  if (rule.aspectDataType === 'NUMBER' && values.some((value) => !/^-?\d+([.,]\d+)?$/.test(value)))
    return `${name} must be a number.`
  const strange =
    rule.aspectMode === 'SELECTION_ONLY' && allowed.length ? values.find((value) => !isAllowed.has(value)) : undefined
  const meant = strange && allowed.find((value) => same(value, strange))
  return (
    strange &&
    `eBay doesn’t allow “${brief(strange)}” for ${name}. ${meant ? `Write “${meant}”.` : 'Choose a value from the list.'}`
  )
}

/** Policies and location as chosen for this listing, else the integration's own. */
const withDefaults = (listing: EbayListing, settings: EbaySettings): EbayListing => ({
  ...listing,
  fields: {
    ...listing.fields,
    locationId: locationOf(listing.fields, settings),
    ...policiesOf(listing.fields, settings),
  },
})
