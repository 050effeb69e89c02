import type { ReadyVariant } from '../../channel.ts'
import { chunks } from '../../kit/batch.ts'
import { readAs } from '../../kit/read.ts'
import { type EbayConnection, inventory, send } from '../calls.ts'
import { BulkAnswers } from '../wire.ts'
import { aspectsOf, type EbayListing, isSizeName, type SentSizes, sizesOf } from '../listings/map.ts'

/*
 * eBay rewrites sizes that it is sure of ("Small" becomes "S"), at first of clothing and shoes in June 2026. It publishes neither its list of sizes nor
 * how an answer tells of it, so a size that reads otherwise than it was sent is taken for eBay's, and is not sent over it.
 */

/** bulkGetInventoryItem takes so many. */
const perCall = 25

/** Sizes by what is said for them, as far as one is known for another. */
const sameSizes = [
  ['xxs', 'xx-small', '2xs', '2x-small', 'extra extra small'],
  ['xs', 'x-small', 'extra small'],
  ['s', 'small', 'sm'],
  ['m', 'medium', 'med'],
  ['l', 'large', 'lg'],
  ['xl', 'x-large', 'extra large', '1xl'],
  ['2xl', 'xxl', 'xx-large', '2x-large', '2x', 'extra extra large'],
  ['3xl', 'xxxl', 'xxx-large', '3x-large', '3x'],
  ['4xl', 'xxxxl', '4x-large', '4x'],
  ['5xl', '5x-large', '5x'],
  ['one size', 'one size fits all', 'one size fits most', 'os', 'osfa', 'osfm'],
] as const
const wordKey = (text: string) => text.toLowerCase().replaceAll(/[\s._/-]+/g, '')
const standard = new Map(sameSizes.flatMap((words) => words.map((word) => [wordKey(word), words[0]] as const)))
/** A size as it can be compared; undefined where nobody knows what eBay makes of it. */
function standardOf(size: string): string | undefined {
  const number = /^(?:us|uk|eu|size)?\s*(\d{1,3}(?:\.\d)?)\s*(?:in|inch|inches|")?$/i.exec(size.trim())?.[1]
  return number ?? standard.get(wordKey(size))
}

/** Texts that eBay flags where it wants a size. @see https://developer.ebay.com/ (sizes, August 2026), read 2026-11-28 */
export const isVagueSize = (text: string): boolean =>
  /^(see (the )?(item )?(description|photos?|pictures?|listing)|as (described|shown|pictured)|n\/?a|not applicable|none|unknown|various)\.?$/i.test(
    text.trim(),
  )

/** Whether eBay may have made `there` of `ours`. */
export function isRewritten(ours: string, there: string): boolean {
  if (ours === there || isVagueSize(there)) return false
  const [a, b] = [standardOf(ours), standardOf(there)]
  return a === undefined || b === undefined || a === b
}

/** A listing as it is sent, and what its seller is told. */
interface Sized {
  listing: EbayListing
  warnings: string[]
}

/** The listing with sizes as eBay shows them, where its own say what they said when they were last sent. */
export async function withShownSizes(c: EbayConnection, listing: EbayListing): Promise<Sized> {
  const before = JSON.parse(listing.external?.data?.['sizes'] ?? '{}') as SentSizes
  const sent = Object.entries(sizesOf(listing)).filter(([sku, sizes]) => sameSizesAs(sizes, before[sku]))
  if (sent.length === 0) return { listing, warnings: [] }
  const shown = await shownAspects(
    c,
    sent.map(([sku]) => sku),
  )
  const rewritten = new Map(
    sent.flatMap(([sku, sizes]) => {
      const changed = Object.entries(sizes).flatMap(([name, ours]) => {
        const [there, ...others] = shown.get(sku)?.[name] ?? []
        return there !== undefined && others.length === 0 && isRewritten(ours, there)
          ? [[name, { ours, there }] as const]
          : []
      })
      return changed.length > 0 ? [[sku, new Map(changed)] as const] : []
    }),
  )
  const sized = withSizes(listing, rewritten)
  if (sized === listing) return { listing, warnings: [] }
  const all = [...rewritten.values()].flatMap((sizes) => [...sizes.values()])
  return { listing: sized, warnings: [...new Set(all.map(sentence))] }
}

const sentence = ({ ours, there }: { ours: string; there: string }) =>
  `eBay shows the size “${ours}” as “${there}”. Motto keeps eBay’s value until you change the size.`

const sameSizesAs = (sizes: Record<string, string>, before: Record<string, string> | undefined) =>
  before !== undefined && Object.entries(sizes).every(([name, size]) => before[name] === size)

async function shownAspects(c: EbayConnection, skus: string[]): Promise<Map<string, Record<string, string[]>>> {
  const shown = new Map<string, Record<string, string[]>>()
  for (const part of chunks(skus, perCall)) {
    const json = { requests: part.map((sku) => ({ sku })) }
    const { body } = await send(c, { method: 'POST', path: inventory('/bulk_get_inventory_item'), json, reads: true })
    for (const { sku, inventoryItem } of readAs('eBay', BulkAnswers, body).responses)
      if (sku) shown.set(sku, inventoryItem?.product?.aspects ?? {})
  }
  return shown
}

type Rewritten = ReadonlyMap<string, ReadonlyMap<string, { there: string }>>
/** The same listing where two variations would have the same options: eBay refuses that. */
function withSizes(listing: EbayListing, rewritten: Rewritten): EbayListing {
  if (rewritten.size === 0) return listing
  const variants = listing.variants.map((variant): ReadyVariant => {
    const sizes = rewritten.get(variant.sku)
    const options = Object.entries(variant.options).map(([name, value]) => [name, sizes?.get(name)?.there ?? value])
    return { ...variant, options: Object.fromEntries(options) as Record<string, string> }
  })
  if (new Set(variants.map(({ options }) => JSON.stringify(options))).size < variants.length) return listing
  const shared = new Map([...rewritten.values()].flatMap((sizes) => [...sizes]))
  const ours = aspectsOf(listing.fields)
  const aspects = listing.fields.aspects.map((aspect) => {
    const there = shared.get(aspect.aspectName)?.there
    return there !== undefined && isSizeName(aspect.aspectName) && ours[aspect.aspectName]?.length === 1
      ? { ...aspect, value: there }
      : aspect
  })
  return { ...listing, variants, fields: { ...listing.fields, aspects } }
}
