import type { EtsyProperty } from '#contract/channels/shapes/etsy.ts'
import { ChannelError, type ExternalListing, type Outcome } from '../../channel.ts'
import { each, ok, refused } from '../../kit/batch.ts'
import { readAs } from '../../kit/read.ts'
import { attributesOf, setAttributes } from './attributes.ts'
import { type EtsyConnection, find, ofShop, send } from '../calls.ts'
import { bringPictures, type Known, picturesOf } from './images.ts'
import {
  axesOf,
  inventoryOf,
  othersOf,
  partsOf,
  type ProductIn,
  productIn,
  productOf,
  shownAtMost,
} from './inventory.ts'
import { propertiesOf } from '../lookups.ts'
import { amountOf, categoryOf, choicesOf, type EtsyListing, isPhysical, textOf } from './map.ts'
import { externalOf, isOurDraft, isOurs, type There, thereOf } from './there.ts'
import { showPictures } from './variation-images.ts'
import { Inventory, InventoryOfListing, Listing, type Product } from '../wire.ts'

type How = 'publish' | 'revise'
/** The properties of each category, asked for once in a batch. */
type Asked = Map<string, Promise<EtsyProperty[]>>
interface Job {
  c: EtsyConnection
  listing: EtsyListing
  how: How
  cache: Asked
}

/** Listings worked on at once. */
const atOnce = 2

/** Puts listings on Etsy: a draft, its pictures, its products, its attributes, and at last it is put on sale, for a fee. */
export async function publish(c: EtsyConnection, batch: EtsyListing[]): Promise<Outcome<ExternalListing>[]> {
  const there = await thereOf(c, batch)
  const cache: Asked = new Map()
  return each(batch, atOnce, (listing) => publishOne({ c, listing, how: 'publish', cache }, there))
}

export async function revise(c: EtsyConnection, batch: EtsyListing[]): Promise<Outcome<ExternalListing>[]> {
  const there = await thereOf(c, batch)
  const cache: Asked = new Map()
  return each(batch, atOnce, async (listing) => {
    const job: Job = { c, listing, how: 'revise', cache }
    const current = await standing(job)
    if (!current || current.listing.state === 'expired')
      throw new ChannelError('ended', 'This listing has ended on Etsy.')
    checkFree(listing, there)
    return carryOut(job, current.listing, current.products)
  })
}

const idOf = ({ external }: EtsyListing): string => external?.data?.listing ?? external?.externalId ?? ''

/** What stands there under the id that we know; null where it is gone. */
async function standing({ c, listing }: Job): Promise<InventoryOfListing | null> {
  const id = idOf(listing)
  return id ? find(c, InventoryOfListing, `/listings/${id}/inventory`, { includes: 'Listing' }) : null
}

async function publishOne(job: Job, there: There): Promise<Outcome<ExternalListing>> {
  const current = await standing(job)
  if (current) {
    checkFree(job.listing, there)
    return carryOut(job, current.listing, current.products)
  }
  const existing = foundOf(job.listing, there)
  if (existing) return carryOut(job, existing, existing.inventory?.products ?? [])
  checkFree(job.listing, there)
  return carryOut(job, await create(job), [])
}

/** What an earlier try left, without our knowing its id. */
const foundOf = (listing: EtsyListing, { sold, drafts }: There): Listing | undefined => {
  const same = sold.get(listing.variants[0]?.sku ?? '')
  return same && isOurs(same, listing) ? same : drafts.find((draft) => isOurDraft(draft, listing))
}

/** @throws ChannelError `already_there` where another listing sells one of the SKUs that are new to this one */
function checkFree(listing: EtsyListing, { sold }: There): void {
  for (const { sku } of listing.variants) {
    const other = listing.external?.parts[sku] ? undefined : sold.get(sku)
    if (other && String(other.listing_id) !== idOf(listing))
      throw new ChannelError('already_there', `${sku} is already on Etsy.`, { there: externalOf(other) })
  }
}

/** A draft costs nothing. Its price and number are those of the listing, until its products are told. */
async function create({ c, listing }: Job): Promise<Listing> {
  const { variants, fields, currency } = listing
  const { processingProfileId } = choicesOf(fields, c.settings)
  const pieces = variants.reduce((sum, { quantity }) => sum + quantity, 0)
  const price = Math.min(...variants.map((variant) => variant.price))
  const form = {
    ...textOf(listing, c.settings, c.now().getUTCFullYear()),
    quantity: String(Math.max(1, shownAtMost(pieces))),
    price: String(amountOf(price, currency)),
    ...(isPhysical(fields) && processingProfileId && { readiness_state_id: processingProfileId }),
  }
  const { body } = await send(c, { method: 'POST', path: ofShop(c, '/listings'), form })
  return readAs('Etsy', Listing, body, true)
}

/** What the seller of a listing knows of it, as it grows. */
interface Made extends ExternalListing {
  data: Record<string, string>
}

/** What was made stays known when a later step fails: the next try goes on with it. */
async function carryOut(job: Job, there: Listing, products: Product[]): Promise<Outcome<ExternalListing>> {
  const { external } = job.listing
  const mine = external && idOf(job.listing) === String(there.listing_id) ? external : null
  const made: Made = {
    externalId: String(there.listing_id),
    url: there.url,
    data: { ...mine?.data, listing: String(there.listing_id) },
    parts: { ...mine?.parts },
  }
  try {
    const warnings = await bring(job, there, products, made)
    return ok(made, warnings)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    return { ...refused(error), made }
  }
}

const pairs = (text: string | undefined): [string, number][] => (text ? (JSON.parse(text) as [string, number][]) : [])

async function bring(job: Job, there: Listing, products: Product[], made: Made): Promise<string[]> {
  const { c, listing, how } = job
  const known: Known = new Map(pairs(made.data.pictures))
  const id = there.listing_id
  const isNew = products.length === 0
  const { ids, isOther } = await bringPictures(c, id, picturesOf(listing), known, isNew).finally(() => {
    made.data.pictures = JSON.stringify([...known])
  })
  const patch = (form: Record<string, string>) => send(c, { method: 'PATCH', path: ofShop(c, `/listings/${id}`), form })
  // Etsy takes no empty list of pictures.
  const pictures: Record<string, string> = isOther && ids.length > 0 ? { image_ids: ids.join(',') } : {}
  if (!isNew) await patch({ ...textOf(listing, c.settings, c.now().getUTCFullYear()), ...pictures })
  else if (pictures.image_ids) await patch(pictures)
  const properties = await propertiesFor(job)
  const { saved, hasPieces, warnings } = await saveProducts(job, there, products, properties)
  made.parts = partsOf(saved)
  const varies = new Set(saved.flatMap(({ property_values }) => property_values.map(({ property_id }) => property_id)))
  const attributes = attributesOf(listing.fields.properties, properties).filter(
    ({ property, problem }) => !problem && !varies.has(property.property_id),
  )
  const before = (made.data.attributes ?? '').split(',').filter(Boolean).map(Number)
  const set = await setAttributes(c, id, attributes, before, isNew)
  made.data.attributes = set.join(',')
  await showPictures(c, id, listing, saved, known)
  const toActivate = how === 'publish' && !listing.hidden && there.state !== 'active' && hasPieces
  const last = toActivate ? readAs('Etsy', Listing, (await patch({ state: 'active' })).body, true) : there
  made.url = last.url
  made.state =
    last.state === 'inactive' || last.state === 'draft' ? 'hidden' : last.state === 'sold_out' ? 'sold_out' : 'live'
  if (last.ending_timestamp) made.endsAt = new Date(last.ending_timestamp * 1000).toISOString()
  return warnings
}

function propertiesFor({ c, listing, cache }: Job): Promise<EtsyProperty[]> {
  const category = categoryOf(listing.fields)
  const properties = cache.get(category) ?? propertiesOf(c, category).then((reply) => reply ?? [])
  cache.set(category, properties)
  return properties
}

/** The products as they should stand, with those that others made of the same listing. */
async function saveProducts(
  { c, listing, how }: Job,
  there: Listing,
  products: Product[],
  properties: EtsyProperty[],
): Promise<{ saved: Product[]; hasPieces: boolean; warnings: string[] }> {
  const { external, variants, fields, currency } = listing
  const parts = external?.parts ?? {}
  const { processingProfileId } = choicesOf(fields, c.settings)
  const readinessId = isPhysical(fields) && processingProfileId ? Number(processingProfileId) : null
  const axes = axesOf(variants, properties, products)
  const standingOf = (sku: string) => productOf(products, sku, parts) ?? products.find((product) => product.sku === sku)
  const ours = variants.map((variant) => {
    const at = standingOf(variant.sku)
    // In a revise the number that stands there stays: somebody may have bought since ours was counted.
    const keeps = how === 'revise' && at !== undefined && parts[variant.sku] !== undefined
    return productIn(variant, axes, { currency, readinessId, there: at, keeps })
  })
  const mine = new Set([...variants.map(({ sku }) => sku), ...Object.keys(parts)].map(standingOf))
  const all = [...ours, ...othersOf(products, (product) => mine.has(product), ours)]
  const hasPieces = all.some(({ offerings }) =>
    offerings.some((offering) => offering.is_enabled && offering.quantity > 0),
  )
  if (!hasPieces && there.state === 'sold_out')
    return {
      saved: products,
      hasPieces,
      warnings: ['Etsy changes prices and variations of a sold-out listing only when it has stock.'],
    }
  const { body } = await send(c, {
    method: 'PUT',
    path: `/listings/${there.listing_id}/inventory`,
    json: inventoryOf(hasPieces ? all : withOne(all)),
  })
  return { saved: readAs('Etsy', Inventory, body, true).products, hasPieces, warnings: [] }
}

/** Etsy refuses a listing of which nothing is left. One that is not on sale may say one: nobody can buy it. */
const withOne = (products: ProductIn[]): ProductIn[] =>
  products.map((product, i) =>
    i > 0
      ? product
      : {
          ...product,
          offerings: product.offerings.map((offering) => ({ ...offering, quantity: 1, is_enabled: true })),
        },
  )
