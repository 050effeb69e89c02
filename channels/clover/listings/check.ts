import { z } from 'zod'
import { clover } from '#contract/channels/clover.ts'
import { onceRead } from '../../kit/facts.ts'
import { lengthOf, splitList } from '../../kit/text.ts'
import type { CloverConnection } from '../calls.ts'
import { cloverLookups } from '../lookups.ts'
import { type CloverListing, isFamily, optionNames, regrouped } from './map.ts'
import { merchant } from '../readiness.ts'

export const cloverLimits = {
  ...clover.limits,
  requestsPerSecond: 10,
  // One less than Clover takes of a merchant: a seller's page may ask meanwhile.
  concurrency: 4,
  // Of a merchant, and of all of the app's together: https://docs.clover.com/dev/docs/api-usage-rate-limits, read 2026-11-22.
  quotas: [
    { per: 'account', calls: 16, seconds: 1, atOnce: 5 },
    { per: 'app', calls: 50, seconds: 1, atOnce: 10 },
  ],
} as const
const barcodeChars = 100
const optionChars = 255

const Facts = z.object({ currency: z.string(), tracksStock: z.boolean(), categories: z.array(z.string()) })

const read = onceRead(Facts, ({ categories, ...rest }) => ({ ...rest, categories: new Set(categories) }))

/** The merchant's currency, whether stock is counted there, and the categories that there are. */
export async function facts(c: CloverConnection): Promise<z.output<typeof Facts>> {
  const [{ defaultCurrency, properties }, categories] = await Promise.all([merchant(c), cloverLookups.categories(c)])
  return {
    currency: defaultCurrency ?? properties?.defaultCurrency ?? '',
    tracksStock: properties?.trackStock !== false,
    categories: categories.map(({ id }) => id),
  }
}

type Found = Record<string, string>

export function check(listing: CloverListing, rawFacts: unknown): { errors: Found; warnings: Found } {
  const known = read(rawFacts)
  const errors = { ...checkWords(listing), ...checkChoices(listing, known), ...checkVariants(listing) }
  const warnings: Found = {}
  if (known?.tracksStock === false)
    warnings.quantity =
      'Stock tracking is off in Clover. Turn it on under Inventory › Settings in the Clover dashboard.'
  if (listing.variants.some(({ price }) => price === 0))
    warnings.price = 'The price is 0, so Clover would give it away.'
  return { errors, warnings }
}

function checkWords({ title }: CloverListing): Found {
  const long = lengthOf(title)
  const most = cloverLimits.titleChars
  if (!title.trim()) return { title: 'Clover requires a title.' }
  return long > most ? { title: `Clover titles can have up to ${most} characters. This one has ${long}.` } : {}
}

function checkChoices({ fields, currency }: CloverListing, known: ReturnType<typeof read>): Found {
  const problems: Found = {}
  if (known?.currency && known.currency !== currency)
    problems.price = `Your Clover merchant account sells in ${known.currency}, but this price is in ${currency}.`
  if (known && splitList(fields.categoryIds).some((id) => !known.categories.has(id)))
    problems.categoryIds = 'Clover no longer has this category. Choose another.'
  return problems
}

function checkVariants(listing: CloverListing): Found {
  const { variants, external } = listing
  const problems: Found = {}
  const { variants: most, skuChars } = cloverLimits
  const names = optionNames(variants)
  const wasFamily = external?.data?.groupId !== undefined
  if (external?.externalId && wasFamily !== isFamily(listing)) problems.variations = regrouped().message
  else if (variants.length > most)
    problems.variations = `Clover allows up to ${most} variations. You have ${variants.length}.`
  else if (new Set(variants.map(({ options }) => JSON.stringify(options).toLowerCase())).size < variants.length)
    problems.variations = 'Two variations have the same options.'
  else if (names.some((name) => !name.trim())) problems.variations = 'An option has no name.'
  else if (variants.some(({ options }) => names.some((name) => !options[name]?.trim())))
    problems.variations = `Every variation needs a value for ${names.join(', ')}.`
  else if (
    variants.some(({ options }) =>
      Object.entries(options)
        .flat()
        .some((text) => lengthOf(text) > optionChars),
    )
  )
    problems.variations = `Clover option names and values can have up to ${optionChars} characters.`
  for (const { sku, price, barcode } of variants) {
    if (!sku) problems.sku ??= 'A SKU is required to sync with Clover.'
    else if (lengthOf(sku) > skuChars) problems.sku ??= `Clover SKUs can have up to ${skuChars} characters: ${sku}`
    if (!(price >= 0)) problems.price ??= 'Clover requires a price.'
    if (barcode && lengthOf(barcode) > barcodeChars)
      problems.barcode ??= `Clover barcodes can have up to ${barcodeChars} characters: ${barcode}`
  }
  return problems
}
