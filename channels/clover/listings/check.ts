import { z } from 'zod'
import { clover } from '#contract/channels/clover.ts'
import { problem, type Problems, spoken } from '#domain/listings/problems/problem.ts'
import type { Checked } from '../../checked.ts'
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

type Warnings = Record<string, string>

export function check(listing: CloverListing, rawFacts: unknown): Checked {
  const known = read(rawFacts)
  const errors = { ...checkWords(listing), ...checkChoices(listing, known), ...checkVariants(listing) }
  const warnings: Warnings = {}
  if (known?.tracksStock === false)
    warnings.quantity =
      'Stock tracking is off in Clover. Turn it on under Inventory › Settings in the Clover dashboard.'
  if (listing.variants.some(({ price }) => price === 0))
    warnings.price = 'The price is 0, so Clover would give it away.'
  return { ...spoken('clover', errors), warnings }
}

function checkWords({ title }: CloverListing): Problems {
  const long = lengthOf(title)
  const most = cloverLimits.titleChars
  if (!title.trim()) return { title: problem('title_missing') }
  return long > most ? { title: problem('title_too_long', { most, count: long }) } : {}
}

function checkChoices({ fields, currency }: CloverListing, known: ReturnType<typeof read>): Problems {
  const problems: Problems = {}
  if (known?.currency && known.currency !== currency)
    problems.price = problem('price_currency', {
      account: 'Your Clover merchant account',
      sells: known.currency,
      asked: currency,
    })
  if (known && splitList(fields.categoryIds).some((id) => !known.categories.has(id)))
    problems.categoryIds = problem('category_gone')
  return problems
}

function checkVariants(listing: CloverListing): Problems {
  const { variants, external } = listing
  const problems: Problems = {}
  const { variants: most, skuChars } = cloverLimits
  const names = optionNames(variants)
  const wasFamily = external?.data?.groupId !== undefined
  if (external?.externalId && wasFamily !== isFamily(listing))
    problems.variations = problem('regrouped', { sentence: regrouped().message })
  else if (variants.length > most)
    problems.variations = problem('too_many_variations', { most, count: variants.length })
  else if (new Set(variants.map(({ options }) => JSON.stringify(options).toLowerCase())).size < variants.length)
    problems.variations = problem('same_options')
  else if (names.some((name) => !name.trim())) problems.variations = problem('option_unnamed')
  else if (variants.some(({ options }) => names.some((name) => !options[name]?.trim())))
    problems.variations = problem('option_value_missing', { names: names.join(', ') })
  else if (
    variants.some(({ options }) =>
      Object.entries(options)
        .flat()
        .some((text) => lengthOf(text) > optionChars),
    )
  )
    problems.variations = problem('option_too_long', { most: optionChars })
  for (const { sku, price, barcode } of variants) {
    if (!sku) problems.sku ??= problem('sku_missing', { need: 'sync' })
    else if (lengthOf(sku) > skuChars) problems.sku ??= problem('sku_too_long', { most: skuChars, sku })
    if (!(price >= 0)) problems.price ??= problem('price_missing')
    if (barcode && lengthOf(barcode) > barcodeChars)
      problems.barcode ??= problem('barcode_too_long', { most: barcodeChars, unit: 'characters', barcode })
  }
  return problems
}
