import { z } from 'zod'
import { EtsyProperty, type EtsySettings } from '#contract/channels/shapes/etsy.ts'
import { etsy } from '#contract/channels/etsy.ts'
import { problem, type Problems, safetyProblems, sentenceOf, spoken } from '#domain/listings/problems/problem.ts'
import type { Checked } from '../../checked.ts'
import type { Cost } from '../../cost.ts'
import { toDecimal } from '../../kit/money.ts'
import { onceRead } from '../../kit/facts.ts'
import { isSeen, plainText, splitList } from '../../kit/text.ts'
import { attributesOf, nameOf } from './attributes.ts'
import type { EtsyConnection } from '../calls.ts'
import { axesOf, mostPieces } from './inventory.ts'
import { propertiesOf } from '../lookups.ts'
import { checkSafety } from './safety.ts'
import { categoryOf, choicesOf, type EtsyListing, isPhysical, materialsOf } from './map.ts'

export const etsyLimits = {
  ...etsy.limits,
  requestsPerSecond: 8,
  concurrency: 4,
  // Of one app, all of its shops together: https://developers.etsy.com/documentation/essentials/rate-limits, read 2026-11-21.
  quotas: [
    { per: 'app', calls: 10_000, seconds: 86_400, rolling: true, reserve: 2_000 },
    { per: 'app', calls: 10, seconds: 1 },
  ],
} as const

const tagsMost = 13
const tagChars = 20
const materialsMost = 13
const optionsMost = 2
const valuesMost = 70
/** Minor units of a dollar; Etsy's help pages name both. In other currencies the border is another, which Etsy tells. */
const prices = { least: 20, most: 5_000_000, currency: 'USD' }
/** What each activation costs. */
const fee: Cost = { amount: 20, currency: 'USD', why: 'Listing fee, for four months' }

export const Facts = z.object({
  properties: z.array(EtsyProperty).default([]),
  /** Etsy does not have the category any more. */
  isRemoved: z.boolean().default(false),
  /** The day on which it was asked, as 2026-11-28. */
  today: z.string().default(''),
})
export type EtsyFacts = z.output<typeof Facts>
const known = onceRead(Facts, (value) => value)

/** What Etsy asks in the chosen category. */
export async function facts(c: EtsyConnection, { fields }: EtsyListing): Promise<EtsyFacts> {
  const category = categoryOf(fields)
  const properties = category ? await propertiesOf(c, category) : []
  return { properties: properties ?? [], isRemoved: properties === null, today: c.now().toISOString().slice(0, 10) }
}

type Warnings = Record<string, string>

/** What Etsy would refuse, and what listing costs. @param settings profiles and policy that count where the listing names none */
export function check(listing: EtsyListing, facts: unknown, settings?: EtsySettings): Checked {
  const { properties, isRemoved, today } = known(facts) ?? { properties: [], isRemoved: false, today: '' }
  const attributes = checkAttributes(listing, properties)
  const safety = checkSafety(listing, settings, today)
  const errors: Problems = {
    ...checkWords(listing),
    ...checkLists(listing),
    ...checkChoices(listing, settings),
    ...(isRemoved && { taxonomyIds: problem('category_gone') }),
    ...checkVariants(listing),
    ...safetyProblems(safety.errors),
    ...attributes.errors,
  }
  const warnings: Warnings = { ...attributes.warnings, ...safety.warnings, ...checkPieces(listing) }
  const isOnSale =
    listing.external !== null && listing.external.state !== 'ended' && listing.external.state !== 'sold_out'
  return { ...spoken('etsy', errors), warnings, costs: isOnSale ? [] : [fee] }
}

function checkWords({ title, description, images, variants }: EtsyListing): Problems {
  const problems: Problems = {}
  if (!title.trim()) problems.title = problem('title_missing')
  else if (title.length > etsyLimits.titleChars)
    problems.title = problem('title_too_long', { most: etsyLimits.titleChars, count: title.length })
  else {
    const strange = /[^\p{L}\p{Nd}\p{P}\p{Sm}\p{Zs}™©®]/u.exec(title)?.[0]
    const doubled = ['%', ':', '&', '+'].find((sign) => title.split(sign).length > 2)
    if (strange) problems.title = problem('title_character', { character: strange })
    else if (doubled) problems.title = problem('title_repeats', { character: doubled })
  }
  const { descriptionChars } = etsyLimits
  if (!isSeen(description)) problems.description = problem('description_missing')
  // Plain text is never longer than its HTML.
  else if (description.length > descriptionChars && plainText(description).length > descriptionChars)
    problems.description = problem('description_too_long', { limit: '' })
  // Those of variations are pictures of the listing, too.
  if (images.length === 0 && variants.every(({ image }) => !image)) problems.images = problem('picture_missing')
  else if (images.length > etsyLimits.images)
    problems.images = problem('too_many_pictures', { most: etsyLimits.images, count: images.length })
  return problems
}

function checkLists(listing: EtsyListing): Problems {
  const problems: Problems = {}
  const { tags } = listing
  const long = tags.find((tag) => tag.length > tagChars)
  const strange = tags.find((tag) => /[^\p{L}\p{Nd}\p{Zs}\-'™©®]/u.test(tag))
  if (tags.length > tagsMost) problems.tags = problem('too_many_tags', { most: tagsMost, count: tags.length })
  else if (long) problems.tags = problem('tag_too_long', { most: tagChars, tag: long })
  else if (strange) problems.tags = problem('tag_character', { tag: strange })
  const materials = materialsOf(listing)
  const odd = materials.find((material) => /[^\p{L}\p{Nd}\p{Zs}]/u.test(material))
  if (materials.length > materialsMost)
    problems.materials = problem('too_many_materials', { most: materialsMost, count: materials.length })
  else if (odd) problems.materials = problem('material_character', { material: odd })
  return problems
}

function checkChoices({ fields }: EtsyListing, settings?: EtsySettings): Problems {
  const problems: Problems = {}
  const categories = splitList(fields.taxonomyIds)
  if (categories.length !== 1)
    problems.taxonomyIds = problem(categories.length ? 'category_several' : 'category_missing')
  if (!fields.whoMade) problems.whoMade = problem('choice_missing', { about: 'who made it' })
  if (!fields.whenMade) problems.whenMade = problem('choice_missing', { about: 'when it was made' })
  if (!isPhysical(fields)) return problems
  const chosen = settings ? choicesOf(fields, settings) : fields
  if (!chosen.shippingProfileId) problems.shippingProfileId = problem('policy_missing', { about: 'shipping profile' })
  if (!chosen.returnPolicyId) problems.returnPolicyId = problem('policy_missing', { about: 'return policy' })
  if (!chosen.processingProfileId)
    problems.processingProfileId = problem('policy_missing', { about: 'processing profile' })
  return problems
}

function checkVariants({ variants, external, currency }: EtsyListing): Problems {
  const problems: Problems = {}
  const inDollars = currency === prices.currency
  for (const { sku, price } of variants) {
    if (!sku || sku.length > etsyLimits.skuChars)
      problems.sku ??= sku
        ? problem('sku_too_long', { most: etsyLimits.skuChars, sku })
        : problem('sku_missing', { need: 'rule' })
    const least = inDollars ? prices.least : 1
    if (price < least || (inDollars && price > prices.most))
      problems.price ??= inDollars
        ? problem('price_range', {
            least: toDecimal(prices.least, currency),
            most: toDecimal(prices.most, currency),
            currency,
          })
        : problem('price_zero', { sku: '' })
  }
  const names = [...new Set(variants.flatMap(({ options }) => Object.keys(options)))]
  const valuesOf = (name: string) => new Set(variants.map(({ options }) => options[name] ?? ''))
  const full = names.find((name) => valuesOf(name).size > valuesMost)
  const bracketed = names.flatMap((name) => [...valuesOf(name)]).find((value) => /[()]/.test(value))
  const combinations = variants.map(({ options }) => JSON.stringify(options))
  if (names.length > optionsMost)
    problems.variations = problem('too_many_options', {
      most: optionsMost,
      called: 'variation attributes',
      names: `${names.length}: ${names.join(', ')}`,
    })
  else if (variants.length > etsyLimits.variants)
    problems.variations = problem('too_many_variations', { most: etsyLimits.variants, count: variants.length })
  else if (full) problems.variations = problem('too_many_option_values', { most: valuesMost, option: full })
  else if (names.some((name) => valuesOf(name).has('')))
    problems.variations = problem('option_value_missing', { names: '' })
  else if (bracketed) problems.variations = problem('option_character', { value: bracketed })
  else if (new Set(combinations).size < combinations.length) problems.variations = problem('same_options')
  // One that stands there may run empty, a new one may not begin so.
  if (!external && variants.every(({ quantity }) => quantity <= 0)) problems.quantity = problem('stock_missing')
  return problems
}

const checkPieces = ({ variants }: EtsyListing): Warnings =>
  variants.some(({ quantity }) => quantity > mostPieces) ? { quantity: `Etsy shows up to ${mostPieces} units.` } : {}

function checkAttributes(
  { fields, variants }: EtsyListing,
  properties: EtsyProperty[],
): { errors: Problems; warnings: Warnings } {
  const errors: Problems = {}
  const warnings: Warnings = {}
  const varies = new Set(axesOf(variants, properties, []).map(({ property_id }) => property_id))
  const attributes = attributesOf(fields.properties, properties).filter(
    ({ property }) => !varies.has(property.property_id),
  )
  for (const { property, problem: refusal } of attributes) {
    if (!refusal) continue
    const field = `properties.${nameOf(property)}`
    // What merely has the name of a property was not meant for Etsy.
    const isChosen = fields.properties.some(({ propertyId }) => propertyId === property.property_id)
    if (isChosen || property.is_required) errors[field] = refusal
    else warnings[field] = sentenceOf('etsy', refusal)
  }
  for (const property of properties) {
    const isGiven =
      varies.has(property.property_id) ||
      attributes.some((attribute) => attribute.property.property_id === property.property_id)
    if (property.is_required && !isGiven)
      errors[`properties.${nameOf(property)}`] = problem('missing_specific', { about: nameOf(property) })
  }
  return { errors, warnings }
}
