import { isDeepStrictEqual } from 'node:util'
import { ChannelError, isGone, type ExternalListing, type Level, type Outcome, type Page } from '../../channel.ts'
import type { Place, Price, ReadyListing, ReadyVariant, Shown } from '../../channel.ts'
import type { Connection } from '../../connection.ts'
import { done, each, ok, refused } from '../../kit/batch.ts'
import { toDecimal, toMinor } from '../../kit/money.ts'
import { allPages } from '../../kit/paging.ts'
import type { ChannelProduct } from '../../product.ts'
import { ask, change, get, Item, pageOf } from './wire.ts'

type Parts = ExternalListing['parts']
interface Made {
  c: Connection
  listing: ReadyListing
  /** SKU → item, filled as they are made. */
  parts: Parts
}

const externalOf = (c: Connection, parts: Parts): ExternalListing => {
  const externalId = Object.values(parts)[0]?.item ?? ''
  return { externalId, url: `${c.origins.api}/item/${externalId}`, parts }
}

/** An item by its id; undefined where it is not there any more. */
const find = (c: Connection, id: string): Promise<Item | undefined> =>
  get(c, Item, `items/${id}`).catch((error: unknown) => {
    if (error instanceof ChannelError && isGone(error)) return undefined
    throw error
  })

export async function pull(c: Connection, cursor = ''): Promise<Page<ChannelProduct>> {
  const { data, after } = await get(c, pageOf(Item), `items?after=${cursor}`)
  return { items: data.map((item) => productOf(c, item)), next: after ?? undefined }
}

const productOf = (c: Connection, item: Item): ChannelProduct => ({
  externalId: item.id,
  url: `${c.origins.api}/item/${item.id}`,
  state: item.state,
  updatedAt: null,
  title: item.title,
  description: item.description,
  images: item.pictures,
  category: { id: '', name: '' },
  brand: '',
  condition: '',
  tags: [],
  attributes: [],
  sizeAndWeight: null,
  currency: item.currency,
  variants: [
    {
      sku: item.sku,
      options: {},
      price: toMinor(item.price, item.currency),
      quantity: item.quantity,
      barcode: '',
      image: '',
      part: { item: item.id },
    },
  ],
  data: {},
})

/** It cannot be asked for a SKU, so all that stands there is read, once for the batch, before anything is made. */
async function skusThere(c: Connection, batch: ReadyListing[]): Promise<Map<string, ChannelProduct>> {
  const isNew = batch.some(({ variants, external }) => variants.some(({ sku }) => !external?.parts[sku]))
  const all = isNew ? await allPages((cursor) => pull(c, cursor)) : []
  return new Map(all.map((product) => [product.variants[0]?.sku ?? '', product]))
}

export async function publish(c: Connection, batch: ReadyListing[]): Promise<Outcome<ExternalListing>[]> {
  const there = await skusThere(c, batch)
  return each(batch, 1, (listing) => put(c, listing, there, true))
}
export async function revise(c: Connection, batch: ReadyListing[]): Promise<Outcome<ExternalListing>[]> {
  const there = await skusThere(c, batch)
  return each(batch, 1, (listing) => put(c, listing, there, false))
}

/** Every variation is an item. What was made stays known when a later step fails: nothing else would ever find it. */
async function put(
  c: Connection,
  listing: ReadyListing,
  there: Map<string, ChannelProduct>,
  withNumbers: boolean,
): Promise<Outcome<ExternalListing>> {
  const parts = { ...listing.external?.parts }
  try {
    for (const { sku } of listing.variants) {
      const other = parts[sku] ? undefined : there.get(sku)
      const part = other?.variants[0]?.part
      if (part) {
        const error = { there: externalOf(c, { [sku]: part }) }
        throw new ChannelError('already_there', `${sku} is already there.`, error)
      }
    }
    for (const variant of listing.variants) await putItem({ c, listing, parts }, variant, withNumbers)
    for (const sku of Object.keys(parts).filter((sku) => !listing.variants.some((variant) => variant.sku === sku))) {
      await endItem(c, parts[sku]?.item ?? '')
      delete parts[sku]
    }
    return ok(externalOf(c, parts))
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    const isNew = !isDeepStrictEqual(parts, listing.external?.parts ?? {})
    return { ...refused(error), ...(isNew && { made: externalOf(c, parts) }) }
  }
}

const titleOf = ({ title }: ReadyListing, { options }: ReadyVariant) => [title, ...Object.values(options)].join(', ')

async function putItem({ c, listing, parts }: Made, variant: ReadyVariant, withNumbers: boolean): Promise<void> {
  const known = parts[variant.sku]?.item
  const title = titleOf(listing, variant)
  // A lost answer to this one call leaves a nameless draft that nobody sees.
  const item = (known && (await find(c, known))) || (await change(c, 'POST', 'items', { json: { title } }))
  parts[variant.sku] = { item: item.id }
  const at = `items/${item.id}`
  const { sku, price, quantity } = variant
  await change(c, 'PATCH', at, { json: { title, sku, description: listing.description } })
  await change(c, 'PUT', `${at}/price`, { json: priceOf(price, listing.currency) })
  const address = variant.image ?? listing.images[0]
  if (address) await change(c, 'POST', `${at}/pictures`, { multipart: { file: await c.picture(address) } })
  if (withNumbers || item.state === 'draft') await setPieces(c, item, quantity)
}

const priceOf = (price: number, currency: string) => ({ amount: toDecimal(price, currency), currency })

/** Without pieces it cannot stand there: it is hidden, or stays the draft that it is. @param hadPieces one that is hidden then was hidden by somebody */
async function setPieces(c: Connection, { id, state }: Item, quantity: number, hadPieces = false): Promise<void> {
  const at = `items/${id}`
  if (quantity === 0 && state === 'draft') return
  if (quantity === 0) return void (await change(c, 'PATCH', at, { json: { hidden: true } }))
  await change(c, 'PUT', `${at}/stock`, { json: { quantity } })
  if (state === 'draft') await change(c, 'POST', `${at}/publish`)
  else if (state !== 'live' && !(state === 'hidden' && hadPieces))
    await change(c, 'PATCH', at, { json: { hidden: false } })
}

const endItem = (c: Connection, id: string) =>
  ask(c, { method: 'DELETE', path: `items/${id}` }).catch((error: unknown) => {
    if (!(error instanceof ChannelError && isGone(error))) throw error
  })

export const end = (c: Connection, batch: ExternalListing[]): Promise<Outcome[]> =>
  each(batch, 1, async ({ parts }) => {
    for (const { item = '' } of Object.values(parts)) await endItem(c, item)
    return done
  })

/** @throws ChannelError `not_found` */
function idOf({ sku, listing: { parts } }: { sku: string; listing: ExternalListing }): string {
  const id = parts[sku]?.item
  if (!id) throw new ChannelError('not_found', `${sku} is not there.`)
  return id
}

export const readStock = (c: Connection, places: Place[]): Promise<Outcome<Shown>[]> =>
  each(places, 4, async (place) => {
    const { state, quantity } = await get(c, Item, `items/${idOf(place)}`)
    if (state !== 'hidden') return ok({ quantity: state === 'live' ? quantity : 0, live: state === 'live' })
    return ok({ quantity: 0, live: false, behind: quantity })
  })

export const setStock = (c: Connection, levels: Level[]): Promise<Outcome[]> =>
  each(levels, 1, async (level) => {
    await setPieces(c, await get(c, Item, `items/${idOf(level)}`), level.quantity, (level.from ?? 0) > 0)
    return done
  })

export const setPrices = (c: Connection, prices: Price[]): Promise<Outcome[]> =>
  each(prices, 1, async (price) => {
    await change(c, 'PUT', `items/${idOf(price)}/price`, { json: priceOf(price.price, price.currency) })
    return done
  })
