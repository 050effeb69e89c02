import type { ShadowField } from '#contract/sync/shadow.ts'

/*
 * What an update would change of a listing: what is on the channel beside what Motto would send. Prices are texts already, as they are written in
 * the account's currency.
 */

interface VariantContent {
  sku: string
  price: string
  barcode: string
}
export interface SentContent {
  title: string
  /** HTML. */
  description: string
  condition: string
  tags: readonly string[]
  imageCount: number
  variants: readonly (VariantContent & { quantity: number })[]
  /** The channel's own fields that hold texts: label and value. */
  fields: readonly { field: string; label: string; value: string }[]
}
export type SeenContent = Omit<SentContent, 'fields' | 'variants'> & { variants: readonly VariantContent[] }

const MOST_CHARS = 300
/** A description as people read it, cut where it is long. */
export function plainOf(html: string): string {
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text
}

type Named = Omit<ShadowField, 'now' | 'would'>
const named = (field: string, label: string, sku = ''): Named => ({ field, label, sku })
const tagsOf = (tags: readonly string[]) => tags.toSorted().join(', ')
const sameWords = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** A listing that is not there yet: all that it would say. */
export const newListing = (sent: SentContent): ShadowField[] =>
  [
    { ...named('title', 'Title'), would: sent.title },
    { ...named('description', 'Description'), would: plainOf(sent.description) },
    { ...named('condition', 'Condition'), would: sent.condition },
    { ...named('tags', 'Tags'), would: tagsOf(sent.tags) },
    { ...named('images', 'Images'), would: String(sent.imageCount) },
    ...sent.fields.map(({ field, label, value }) => ({ ...named(field, label), would: value })),
    ...sent.variants.flatMap(({ sku, price, quantity, barcode }) => [
      { ...named('price', 'Price', sku), would: price },
      { ...named('quantity', 'Quantity', sku), would: String(quantity) },
      { ...named('barcode', 'Barcode', sku), would: barcode },
    ]),
  ].flatMap((row) => (row.would === '' ? [] : [{ ...row, now: null }]))

/**
 * What an update would change. Of a listing that was never read all is told, with nothing beside it. Fields of the channel's own are sent with every
 * update and not compared, as channels tell them in other words than they take them.
 * @param seen what the last scan of the account found; null where it found none
 */
export function changedContent(sent: SentContent, seen: SeenContent | null): ShadowField[] {
  if (!seen) return newListing(sent).filter(({ field }) => field !== 'quantity')
  const rows: ShadowField[] = []
  const compare = (of: Named, now: string, would: string, isSame = now === would) => {
    if (!isSame) rows.push({ ...of, now, would })
  }
  compare(named('title', 'Title'), seen.title, sent.title)
  const [wasText, text] = [plainOf(seen.description), plainOf(sent.description)]
  // What stands behind the cut may differ, too.
  const isSameText = seen.description === sent.description || (wasText === text && !text.endsWith('…'))
  compare(named('description', 'Description'), wasText, text, isSameText)
  const isSameCondition = seen.condition === '' || sameWords(seen.condition, sent.condition)
  compare(named('condition', 'Condition'), seen.condition, sent.condition, isSameCondition)
  compare(named('tags', 'Tags'), tagsOf(seen.tags), tagsOf(sent.tags))
  compare(named('images', 'Images'), String(seen.imageCount), String(sent.imageCount))
  for (const { sku, price, barcode, quantity } of sent.variants) {
    const there = seen.variants.find((variant) => variant.sku === sku)
    compare(named('price', 'Price', sku), there?.price ?? '', price)
    compare(named('barcode', 'Barcode', sku), there?.barcode ?? '', barcode)
    if (!there) compare(named('quantity', 'Quantity', sku), '', String(quantity))
  }
  return rows
}
