import { ChannelError, type ExternalListing } from '../../channel.ts'
import { ask, restOf, type ShopifyConnection } from '../calls.ts'
import { optionsOf } from './listings.ts'
import { optionNames, type ShopifyListing, tagsOf } from './map.ts'
import { lostOf } from './pictures.ts'
import { Standing } from '../wire.ts'

/** A variant of a product that is none of ours: productSet would delete it, were it not sent. */
export interface Other {
  id: string
  options: Record<string, string>
}

/** What a product is to say beside what this listing says, since productSet replaces whole lists. */
export interface Kept {
  listing: ShopifyListing
  others: Other[]
  tags: string[]
  /** Why pictures that were sent before are not shown. */
  lostPictures: string[]
}

export const tagsSaid = (listing: ShopifyListing) => JSON.stringify(tagsOf(listing))
const tagsBefore = ({ data }: ExternalListing) => JSON.parse(data?.tags ?? '[]') as string[]

/** The seller's own tags and variants of a product that stands in the shop. @throws ChannelError `invalid` where new variants have no place among them */
export async function keeping(c: ShopifyConnection, listing: ShopifyListing, there: ExternalListing): Promise<Kept> {
  const read = async (after: string | null) =>
    (await ask(c, 'standing', Standing, { id: there.externalId, after })).product
  const product = await read(null)
  if (!product) return { listing, others: [], tags: tagsOf(listing), lostPictures: [] }
  const all = (await restOf(product.variants, async (after) => (await read(after))?.variants)).map((variant) => ({
    ...variant,
    options: optionsOf(variant),
  }))
  const parts = new Set(Object.values(there.parts).map((part) => part.variantId))
  const isOurs = ({ id, sku }: { id: string; sku: string | null }) =>
    parts.has(id) || listing.variants.some((variant) => variant.sku === sku)
  const formed = inTheirOptions(listing, there, all.filter(isOurs), all.find((variant) => !isOurs(variant))?.options)
  const usedCombinations = new Set(formed.variants.map(({ options }) => combination(options)))
  const others = all.filter((variant) => !isOurs(variant) && !usedCombinations.has(combination(variant.options)))
  const tags = mergedTags(product.tags, listing, there)
  return { listing: formed, others, tags, lostPictures: lostOf(product.media) }
}

const combination = (options: Record<string, string>) =>
  JSON.stringify(
    Object.entries(options)
      .map((pair) => pair.map((word) => word.toLowerCase()))
      .sort(),
  )
const namesOf = (options: Record<string, string>) => JSON.stringify(Object.keys(options).sort())

/** All variants of a product have the same options. Beside the seller's own variants ours keep those that they have there. */
function inTheirOptions(
  listing: ShopifyListing,
  { parts }: ExternalListing,
  ours: readonly Other[],
  theirs: Record<string, string> | undefined,
): ShopifyListing {
  const names = Object.fromEntries(optionNames(listing.variants).map((name) => [name, '']))
  if (!theirs || namesOf(theirs) === namesOf(names)) return listing
  const variants = listing.variants.map((variant) => {
    const there = ours.find(({ id }) => id === parts[variant.sku]?.variantId)
    if (there) return { ...variant, options: there.options }
    const sentence = `This product has different variations on Shopify: ${Object.keys(theirs).join(' and ')}. Give ${variant.sku} the same options.`
    throw new ChannelError('invalid', sentence, { fields: { variations: sentence } })
  })
  return { ...listing, variants }
}

/** Tags that are there by somebody else stay; of ours only those that we still say. */
function mergedTags(standing: readonly string[], listing: ShopifyListing, there: ExternalListing): string[] {
  const ours = tagsOf(listing)
  const ruled = new Set([...ours, ...tagsBefore(there)].map((tag) => tag.toLowerCase()))
  return [...ours, ...standing.filter((tag) => !ruled.has(tag.toLowerCase()))]
}
