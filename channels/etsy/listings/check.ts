import { z } from 'zod'
import { EtsyProperty, type EtsySettings } from '#contract/channels/shapes/etsy.ts'
import { etsy } from '#contract/channels/etsy.ts'
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

type Found = Record<string, string>

/** What Etsy would refuse, and what listing costs. @param settings profiles and policy that count where the listing names none */
export function check(listing: EtsyListing, facts: unknown, settings?: EtsySettings) {
  const { properties, isRemoved, today } = known(facts) ?? { properties: [], isRemoved: false, today: '' }
  const attributes = checkAttributes(listing, properties)
  const safety = checkSafety(listing, settings, today)
  const errors: Found = {
    ...checkWords(listing),
    ...checkLists(listing),
    ...checkChoices(listing, settings),
    ...(isRemoved && { taxonomyIds: 'Etsy no longer has this category. Choose another.' }),
    ...checkVariants(listing),
    ...safety.errors,
    ...attributes.errors,
  }
  const warnings: Found = { ...attributes.warnings, ...safety.warnings, ...checkPieces(listing) }
  const isOnSale =
    listing.external !== null && listing.external.state !== 'ended' && listing.external.state !== 'sold_out'
  return { errors, warnings, costs: isOnSale ? [] : [fee] }
}

function checkWords({ title, description, images, variants }: EtsyListing): Found {
  const problems: Found = {}
  if (!title.trim()) problems.title = 'Etsy requires a title.'
  else if (title.length > etsyLimits.titleChars)
    problems.title = `Etsy titles can have up to ${etsyLimits.titleChars} characters. This one has ${title.length}.`
  else {
    const strange = /[^\p{L}\p{Nd}\p{P}\p{Sm}\p{Zs}™©®]/u.exec(title)?.[0]
    const doubled = ['%', ':', '&', '+'].find((sign) => title.split(sign).length > 2)
    if (strange) problems.title = `Etsy doesn’t allow “${strange}” in a title.`
    else if (doubled) problems.title = `Etsy titles can contain ${doubled} only once.`
  }
  const { descriptionChars } = etsyLimits
  if (!isSeen(description)) problems.description = 'Etsy requires a description.'
  // Plain text is never longer than its HTML.
  else if (description.length > descriptionChars && plainText(description).length > descriptionChars)
    problems.description = 'This description is too long for Etsy.'
  // Those of variations are pictures of the listing, too.
  if (images.length === 0 && variants.every(({ image }) => !image)) problems.images = 'Etsy requires at least 1 image.'
  else if (images.length > etsyLimits.images)
    problems.images = `Etsy allows up to ${etsyLimits.images} images. You have ${images.length}.`
  return problems
}

function checkLists(listing: EtsyListing): Found {
  const problems: Found = {}
  const { tags } = listing
  const long = tags.find((tag) => tag.length > tagChars)
  const strange = tags.find((tag) => /[^\p{L}\p{Nd}\p{Zs}\-'™©®]/u.test(tag))
  if (tags.length > tagsMost) problems.tags = `Etsy allows up to ${tagsMost} tags. You have ${tags.length}.`
  else if (long) problems.tags = `Etsy tags can have up to ${tagChars} characters: ${long}`
  else if (strange) problems.tags = `Etsy tags can contain only letters, numbers, spaces, - and ': ${strange}`
  const materials = materialsOf(listing)
  const odd = materials.find((material) => /[^\p{L}\p{Nd}\p{Zs}]/u.test(material))
  if (materials.length > materialsMost)
    problems.materials = `Etsy allows up to ${materialsMost} materials. You have ${materials.length}.`
  else if (odd) problems.materials = `Etsy materials can contain only letters, numbers and spaces: ${odd}`
  return problems
}

function checkChoices({ fields }: EtsyListing, settings?: EtsySettings): Found {
  const problems: Found = {}
  const categories = splitList(fields.taxonomyIds)
  if (categories.length !== 1)
    problems.taxonomyIds = categories.length ? 'Choose exactly one Etsy category.' : 'Choose an Etsy category.'
  if (!fields.whoMade) problems.whoMade = 'Choose who made it.'
  if (!fields.whenMade) problems.whenMade = 'Choose when it was made.'
  if (!isPhysical(fields)) return problems
  const chosen = settings ? choicesOf(fields, settings) : fields
  if (!chosen.shippingProfileId) problems.shippingProfileId = 'Choose a shipping profile.'
  if (!chosen.returnPolicyId) problems.returnPolicyId = 'Choose a return policy.'
  if (!chosen.processingProfileId) problems.processingProfileId = 'Choose a processing profile.'
  return problems
}

function checkVariants({ variants, external, currency }: EtsyListing): Found {
  const problems: Found = {}
  const inDollars = currency === prices.currency
  for (const { sku, price } of variants) {
    if (!sku || sku.length > etsyLimits.skuChars)
      problems.sku ??= sku
        ? `Etsy SKUs can have up to ${etsyLimits.skuChars} characters: ${sku}`
        : 'Etsy requires a SKU.'
    const least = inDollars ? prices.least : 1
    if (price < least || (inDollars && price > prices.most))
      problems.price ??= inDollars
        ? `Etsy prices must be from ${toDecimal(prices.least, currency)} to ${toDecimal(prices.most, currency)} ${currency}.`
        : 'Etsy requires a price above 0.'
  }
  const names = [...new Set(variants.flatMap(({ options }) => Object.keys(options)))]
  const valuesOf = (name: string) => new Set(variants.map(({ options }) => options[name] ?? ''))
  const full = names.find((name) => valuesOf(name).size > valuesMost)
  const bracketed = names.flatMap((name) => [...valuesOf(name)]).find((value) => /[()]/.test(value))
  const combinations = variants.map(({ options }) => JSON.stringify(options))
  if (names.length > optionsMost)
    problems.variations = `Etsy allows up to ${optionsMost} variation attributes. You have ${names.length}: ${names.join(', ')}.`
  else if (variants.length > etsyLimits.variants)
    problems.variations = `Etsy allows up to ${etsyLimits.variants} variations. You have ${variants.length}.`
  else if (full) problems.variations = `Etsy allows up to ${valuesMost} values for ${full}.`
  else if (names.some((name) => valuesOf(name).has('')))
    problems.variations = 'Each variation needs a value for each option.'
  else if (bracketed) problems.variations = `Etsy doesn’t allow parentheses in a variation: ${bracketed}`
  else if (new Set(combinations).size < combinations.length)
    problems.variations = 'Two variations have the same options.'
  // One that stands there may run empty, a new one may not begin so.
  if (!external && variants.every(({ quantity }) => quantity <= 0))
    problems.quantity = 'Etsy requires at least 1 unit in stock.'
  return problems
}

const checkPieces = ({ variants }: EtsyListing): Found =>
  variants.some(({ quantity }) => quantity > mostPieces) ? { quantity: `Etsy shows up to ${mostPieces} units.` } : {}

function checkAttributes(
  { fields, variants }: EtsyListing,
  properties: EtsyProperty[],
): { errors: Found; warnings: Found } {
  const errors: Found = {}
  const warnings: Found = {}
  const varies = new Set(axesOf(variants, properties, []).map(({ property_id }) => property_id))
  const attributes = attributesOf(fields.properties, properties).filter(
    ({ property }) => !varies.has(property.property_id),
  )
  for (const { property, problem } of attributes) {
    if (!problem) continue
    // What merely has the name of a property was not meant for Etsy.
    const isChosen = fields.properties.some(({ propertyId }) => propertyId === property.property_id)
    const problems = isChosen || property.is_required ? errors : warnings
    problems[`properties.${nameOf(property)}`] = problem
  }
  for (const property of properties) {
    const isGiven =
      varies.has(property.property_id) ||
      attributes.some((attribute) => attribute.property.property_id === property.property_id)
    if (property.is_required && !isGiven)
      errors[`properties.${nameOf(property)}`] = `Etsy requires ${nameOf(property)} in this category.`
  }
  return { errors, warnings }
}
