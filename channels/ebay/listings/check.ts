import { z } from 'zod'
import { ebay } from '#contract/channels/ebay.ts'
import { auctionDays } from '#contract/channels/pricing.ts'
import type { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { brief } from '#domain/listings/content/origins.ts'
import { problem, type Problem, type Problems, safetyProblems, spoken } from '#domain/listings/problems/problem.ts'
import type { Checked } from '../../checked.ts'
import { onceRead } from '../../kit/facts.ts'
import { isSeen, splitList } from '../../kit/text.ts'
import type { EbayConnection } from '../calls.ts'
import { besideProblem, besidesIn } from '../sizes/besides.ts'
import { conditionOf } from './conditions.ts'
import { checkDescriptors, remembered } from '../conditions/descriptors.ts'
import { Descriptor } from '../conditions/shape.ts'
import { CategoryAspect } from '../sizes/category-aspect.ts'
import { aspectsOfCategory, conditionsOfCategory, ifThere, needsManufacturer } from '../lookups.ts'
import { checkSafety, isEuropean } from '../safety/safety.ts'
import {
  aspectsOf,
  categoryOf,
  conditionText,
  type EbayListing,
  isGroup,
  isSizeName,
  locationOf,
  policiesOf,
} from './map.ts'
import { isVagueSize } from '../sizes/sizes.ts'

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
  aspects: z.array(CategoryAspect).default([]),
  /** Conditions that the category takes; null when eBay has no list. */
  conditions: z
    .array(z.object({ condition: z.string(), name: z.string(), descriptors: z.array(Descriptor).default([]) }))
    .nullable()
    .default(null),
  /** eBay does not have the category any more. */
  isRemoved: z.boolean().default(false),
  /** The category asks for the manufacturer on this site. */
  needsManufacturer: z.boolean().default(false),
})
export type EbayFacts = z.output<typeof Facts>

/** An item specific of a category, with what is asked of it for each listing. */
interface Specific extends Pick<CategoryAspect, 'aspectConstraint'> {
  name: string
  key: string
  allowed: readonly string[]
  isAllowed: ReadonlySet<string>
  besides: ReturnType<typeof besidesIn>
}
const specificOf = (aspect: CategoryAspect): Specific => {
  const { localizedAspectName: name, aspectConstraint, aspectValues } = aspect
  const allowed = aspectValues.map(({ localizedValue }) => localizedValue)
  return {
    name,
    key: name.toLowerCase(),
    aspectConstraint,
    allowed,
    isAllowed: new Set(allowed),
    besides: besidesIn(aspect),
  }
}
const nothing = { specifics: [] as readonly Specific[], conditions: null, isRemoved: false, needsManufacturer: false }
const read = onceRead(Facts, ({ aspects, conditions, isRemoved, needsManufacturer }) => ({
  specifics: aspects.map(specificOf),
  conditions,
  isRemoved,
  needsManufacturer,
}))

type Warnings = Record<string, string>

/** What eBay demands in the chosen category. */
export async function facts(c: EbayConnection, listing: EbayListing): Promise<EbayFacts> {
  const categoryId = categoryOf(listing.fields)
  if (!categoryId) return { aspects: [], conditions: null, isRemoved: false, needsManufacturer: false }
  const [aspects, conditions, isAsked] = await Promise.all([
    ifThere(aspectsOfCategory(c, categoryId)),
    remembered(c, categoryId, () => conditionsOfCategory(c, categoryId), true) as ReturnType<
      typeof conditionsOfCategory
    >,
    isEuropean(c.settings.marketplaceId) && needsManufacturer(c, categoryId),
  ])
  return { aspects: aspects ?? [], conditions, isRemoved: aspects === undefined, needsManufacturer: isAsked }
}

/** What eBay would refuse. @param settings policies and location that count where the listing names none */
export function check(input: EbayListing, facts: unknown, settings?: EbaySettings): Checked {
  const listing = settings ? withDefaults(input, settings) : input
  const known = read(facts) ?? nothing
  const safety = safetyProblems(checkSafety(listing.safety, known.needsManufacturer, settings))
  const errors = { ...safety, ...checkWords(listing), ...checkChoices(listing, known), ...checkVariants(listing) }
  const aspects = checkSpecifics(listing, known.specifics)
  const descriptors = checkDescriptors(listing, known.conditions)
  return { ...spoken('ebay', { ...errors, ...aspects.errors, ...descriptors }), warnings: aspects.warnings }
}

function checkWords({ title, description, images, ...listing }: EbayListing): Problems {
  const problems: Problems = {}
  if (!title.trim()) problems.title = problem('title_missing')
  else if (title.length > ebayLimits.titleChars)
    problems.title = problem('title_too_long', { most: ebayLimits.titleChars, count: title.length })
  if (!isSeen(description)) problems.description = problem('description_missing')
  else if (description.length > ebayLimits.descriptionChars)
    problems.description = problem('description_too_long', { limit: '500,000' })
  const most = isGroup({ title, description, images, ...listing }) ? groupImages : ebayLimits.images
  if (!images.length) problems.images = problem('picture_missing')
  else if (images.length > most) problems.images = problem('too_many_pictures', { most, count: images.length })
  return problems
}

const unchosen = {
  fulfillmentPolicyId: problem('policy_missing', { about: 'fulfillment policy' }),
  paymentPolicyId: problem('policy_missing', { about: 'payment policy' }),
  returnPolicyId: problem('policy_missing', { about: 'return policy' }),
  locationId: problem('location_missing', { called: 'location' }),
}
function checkChoices(
  listing: EbayListing,
  { conditions, isRemoved }: Pick<EbayFacts, 'conditions' | 'isRemoved'>,
): Problems {
  const problems: Problems = {}
  const chosen = splitList(listing.fields.ebayCategoryIds)
  if (chosen.length !== 1) problems.ebayCategoryIds = problem(chosen.length ? 'category_several' : 'category_missing')
  else if (isRemoved) problems.ebayCategoryIds = problem('category_gone')
  for (const [field, missing] of Object.entries(unchosen))
    if (!listing.fields[field as keyof typeof unchosen]) problems[field] = missing
  const text = conditionText(listing)
  const condition = conditionOf(text)
  if (!condition) problems.condition = problem('condition_unknown', { condition: text })
  else if (conditions?.length && !conditions.some((c) => c.condition === condition))
    problems.condition = problem('condition_refused', {
      condition: text,
      allowed: conditions.map((c) => c.name).join(', '),
    })
  return problems
}

function checkVariants(listing: EbayListing): Problems {
  const { variants, external, auction } = listing
  const problems: Problems = {}
  if (auction && isGroup(listing)) problems.pricingConfiguration = problem('auction_variations')
  else if (auction && !auctionDays.some((days) => days === auction.days))
    problems.pricingConfiguration = problem('auction_days', { allowed: auctionDays.join(', '), days: auction.days })
  if (variants.length > ebayLimits.variants)
    problems.variations = problem('too_many_variations', { most: ebayLimits.variants, count: variants.length })
  for (const { sku, price } of variants) {
    if (!sku || sku.length > ebayLimits.skuChars)
      problems.sku ??= sku
        ? problem('sku_too_long', { most: ebayLimits.skuChars, sku })
        : problem('sku_missing', { need: 'rule' })
    if (!(price > 0)) problems.price ??= problem('price_zero', { sku: variants.length > 1 ? sku : '' })
  }
  const options = variants.map(({ options }) => JSON.stringify(options))
  if (new Set(options).size < options.length) problems.variations ??= problem('same_options')
  // a live listing may run empty, a new one may not begin so
  if (!external && variants.every(({ quantity }) => quantity <= 0)) problems.quantity = problem('stock_missing')
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
): { errors: Problems; warnings: Warnings } {
  const errors: Problems = {}
  const warnings: Warnings = {}
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
      if (rule.aspectRequired) errors[field] = problem('missing_specific', { about: name })
      else if (rule.aspectUsage === 'RECOMMENDED') warnings[field] = `Recommended: buyers filter by ${name}.`
      continue
    }
    const refusal = problemOf(specific, values, options.length > 0) ?? besideProblem(specific, ours, variants)
    const vague = isSizeName(name) ? values.find(isVagueSize) : undefined
    if (refusal) errors[field] = refusal
    else if (vague !== undefined && rule.aspectRequired)
      errors[field] = problem('specific_refused', { about: name, value: vague })
    else if (vague !== undefined)
      warnings[field] = `eBay may hide listings whose ${name} is “${vague}”. Enter the size.`
  }
  return { errors, warnings }
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function problemOf(
  { name, aspectConstraint: rule, allowed, isAllowed }: Specific,
  values: string[],
  isOption: boolean,
): Problem | undefined {
  if (rule.itemToAspectCardinality === 'SINGLE' && values.length > 1 && !isOption)
    return problem('specific_values', { about: name, most: 1 })
  const most = rule.aspectMaxLength ?? aspectValueChars
  const long = values.find((value) => value.length > most)
  if (long) return problem('specific_too_long', { about: name, most, value: brief(long) })
  if (rule.aspectDataType === 'NUMBER' && values.some((value) => !/^-?\d+([.,]\d+)?$/.test(value)))
    return problem('specific_number', { about: name })
  const strange =
    rule.aspectMode === 'SELECTION_ONLY' && allowed.length ? values.find((value) => !isAllowed.has(value)) : undefined
  const meant = strange && allowed.find((value) => same(value, strange))
  return strange
    ? problem('specific_refused', { about: name, value: brief(strange), ...(meant !== undefined && { meant }) })
    : undefined
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
