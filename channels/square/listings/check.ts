import { z } from 'zod'
import { DOES_NOT_APPLY } from '#contract/products/barcode.ts'
import { square } from '#contract/channels/square.ts'
import {
  type SquareCategory,
  SquareLocation,
  type SquareSettings,
  SquareTax,
} from '#contract/channels/shapes/square.ts'
import { onceRead } from '../../kit/facts.ts'
import { lengthOf, splitList } from '../../kit/text.ts'
import type { SquareConnection } from '../calls.ts'
import { squareLookups } from '../lookups.ts'
import { locationOf, optionNames, picturesOf, type SquareListing } from './map.ts'

export const squareLimits = {
  ...square.limits,
  // Square publishes no numbers, only that there are some.
  requestsPerSecond: 10,
  concurrency: 4,
  // A change of the catalog while another one runs is refused at once; how many in a minute is a guess.
  quotas: [{ per: 'account', lane: 'catalog', calls: 300, seconds: 60, atOnce: 1 }],
} as const
const optionChars = 255
const mostOptions = 6

const Facts = z.object({
  locations: z.array(SquareLocation),
  taxes: z.array(SquareTax),
  /** Ids. */
  categories: z.array(z.string()),
})

const read = onceRead(Facts, ({ locations, taxes, categories }) => ({
  locations,
  taxes: new Set(taxes.map(({ id }) => id)),
  categories: new Set(categories),
}))

/** What can be chosen there: a location may have been closed, a category or tax deleted since. */
export async function facts(c: SquareConnection): Promise<z.output<typeof Facts>> {
  const [locations, taxes, tree] = await Promise.all([
    squareLookups.locations(c),
    squareLookups.taxes(c),
    squareLookups.categories(c),
  ])
  return { locations, taxes, categories: idsIn(tree) }
}
const idsIn = (tree: SquareCategory[]): string[] => tree.flatMap(({ id, children }) => [id, ...idsIn(children)])

type Found = Record<string, string>

export function check(
  listing: SquareListing,
  rawFacts: unknown,
  settings?: SquareSettings,
): { errors: Found; warnings: Found } {
  const known = read(rawFacts)
  const errors = { ...checkWords(listing), ...checkChoices(listing, known, settings), ...checkVariants(listing) }
  const warnings: Found = {}
  if (!listing.images.length) warnings.images = 'Without an image, the register shows only initials.'
  if (listing.variants.some(({ price }) => price === 0))
    warnings.price = 'The price is 0, so Square would give it away.'
  return { errors, warnings }
}

function checkWords(listing: SquareListing): Found {
  const problems: Found = {}
  const { titleChars, descriptionChars, images } = squareLimits
  const long = lengthOf(listing.title)
  if (!listing.title.trim()) problems.title = 'Square requires a title.'
  else if (long > titleChars)
    problems.title = `Square titles can have up to ${titleChars} characters. This one has ${long}.`
  if (lengthOf(listing.description) > descriptionChars)
    problems.description = 'Square descriptions can have up to 65,535 characters, including HTML.'
  const pictures = picturesOf(listing).length
  if (pictures > images) problems.images = `Square allows up to ${images} images. You have ${pictures}.`
  return problems
}

function checkChoices(
  { fields, currency }: SquareListing,
  known: ReturnType<typeof read>,
  settings?: SquareSettings,
): Found {
  const problems: Found = {}
  const chosen = locationOf(fields, settings ?? { locationId: '', buffer: 0 })
  const place = known?.locations.find(({ id }) => id === chosen)
  if (!chosen) problems.locationId = 'Choose a Square location.'
  else if (known && !place) problems.locationId = 'Your Square account doesn’t have this location. Choose another.'
  else if (place && !place.isActive) problems.locationId = `${place.name} is inactive. Choose another location.`
  else if (place?.currency && place.currency !== currency)
    problems.price = `${place.name} sells in ${place.currency}, but this price is in ${currency}.`
  const isMissing = (ids: string, there: ReadonlySet<string>) => splitList(ids).some((id) => !there.has(id))
  if (known && isMissing(fields.categoryIds, known.categories))
    problems.categoryIds = 'Square no longer has this category. Choose another.'
  if (known && isMissing(fields.taxIds, known.taxes)) problems.taxIds = 'Square no longer has this tax. Choose another.'
  return problems
}

function checkVariants({ variants }: SquareListing): Found {
  const problems: Found = {}
  const { variants: most, skuChars } = squareLimits
  const names = optionNames(variants)
  if (variants.length > most)
    problems.variations = `Square allows up to ${most} variations. You have ${variants.length}.`
  else if (names.length > mostOptions)
    problems.variations = `Square allows up to ${mostOptions} options. You have ${names.join(', ')}.`
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
    problems.variations = `Square option names and values can have up to ${optionChars} characters.`
  for (const { sku, price, barcode } of variants) {
    if (!sku) problems.sku ??= 'A SKU is required to sync with Square.'
    else if (sku.length > skuChars) problems.sku ??= `Square SKUs can have up to ${skuChars} characters: ${sku}`
    if (!(price >= 0)) problems.price ??= 'Square requires a price.'
    if (barcode && barcode !== DOES_NOT_APPLY && !/^\d{8,14}$/.test(barcode))
      problems.barcode ??= `Square barcodes must have 8 to 14 digits: ${barcode}`
  }
  return problems
}
