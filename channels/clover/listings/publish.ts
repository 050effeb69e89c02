import { z } from 'zod'
import { ChannelError, type ExternalListing, type Outcome, type ReadyVariant } from '../../channel.ts'
import { chunks, each, ok, refused } from '../../kit/batch.ts'
import { ask, type CloverConnection, orNull, tell } from '../calls.ts'
import { sortInto } from './categories.ts'
import { newGroup, nameItems, planOf, renameGroup } from './groups.ts'
import { changeAll, findGroup, findItem, itemsById, withSku } from './items.ts'
import {
  changeOf,
  type CloverListing,
  externalOf,
  isFamily,
  type Made,
  madeOf,
  regrouped,
  toItem,
  urlOf,
} from './map.ts'
import { setStock } from '../stock.ts'
import { countOf, Item, type ItemGroup } from '../wire.ts'

/** Each takes several calls, and Clover few at once. */
const atOnce = 1
const itemsPerCall = 50
type How = 'publish' | 'revise'
/** An item of ours and what it should be. */
interface Standing {
  item: Item
  variant: ReadyVariant
  /** Made by this try or one before it, out of sight. */
  isNew?: boolean
}

/** Puts listings into the seller's inventory. What an earlier try left is gone on with. */
export const publish = (c: CloverConnection, batch: CloverListing[]): Promise<Outcome<ExternalListing>[]> =>
  each(batch, atOnce, (listing) => put(c, listing, 'publish'))

/** Changes what stands there; quantities of what is new alone, or was never counted. */
export const revise = (c: CloverConnection, batch: CloverListing[]): Promise<Outcome<ExternalListing>[]> =>
  each(batch, atOnce, (listing) => put(c, listing, 'revise'))

async function put(c: CloverConnection, listing: CloverListing, how: How): Promise<Outcome<ExternalListing>> {
  const made = madeOf(listing)
  try {
    const items = isFamily(listing) ? await standFamily(c, listing, how, made) : await standAlone(c, listing, how, made)
    await sortInto(
      c,
      listing,
      items.map(({ item }) => item),
    )
    const external = externalOf(c, listing, made)
    if (!external) throw new ChannelError('unavailable', 'Clover didn’t confirm the change.', { maybeDone: true })
    await count(c, external, how === 'publish' ? items : items.filter(({ item }) => countOf(item) === null))
    if (!listing.hidden)
      await show(c, how === 'publish' || items.some(({ item }) => item.hidden !== true) ? items : [], how)
    return ok(external)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    const external = made.isNew ? externalOf(c, listing, made) : null
    return external ? { ...refused(error), made: external } : refused(error)
  }
}

/** Last of all: nothing is on sale before its category and its number stand. What somebody has hidden stays so until it is listed anew. */
const show = (c: CloverConnection, items: Standing[], how: How) =>
  changeAll(
    c,
    items
      .filter(({ item, isNew }) => item.hidden === true && (how === 'publish' || isNew === true))
      .map(({ item }) => ({ id: item.id, hidden: false })),
  )

/** @throws ChannelError of the first number that was refused */
async function count(c: CloverConnection, external: ExternalListing, items: Standing[]): Promise<void> {
  const levels = items.map(({ variant: { sku, quantity } }) => ({ sku, quantity, listing: external, locationId: '' }))
  const bad = (await setStock(c, levels)).find((outcome) => !outcome.ok)
  if (bad && !bad.ok) throw bad.error
}

const goneError = () => new ChannelError('not_found', 'This item is no longer on Clover.')

async function standAlone(c: CloverConnection, listing: CloverListing, how: How, made: Made): Promise<Standing[]> {
  const [variant] = listing.variants
  if (!variant) throw new ChannelError('invalid', 'Nothing to list.')
  if (made.groupId) await makeRoom(c, how, made)
  const known = made.items.get(variant.sku) ?? made.items.values().next().value
  const there = known ? await findItem(c, known) : null
  if (there?.itemGroup) throw regrouped()
  if (how === 'revise' && !there) throw goneError()
  made.items = new Map(there ? [[variant.sku, there.id]] : [])
  if (!there) return newItems(c, listing, { variants: [variant], made })
  await changeAll(c, [changeOf(there, toItem(listing, variant, { isNew: false })) ?? []].flat())
  return [{ item: there, variant }]
}

async function standFamily(c: CloverConnection, listing: CloverListing, how: How, made: Made): Promise<Standing[]> {
  if (!made.groupId && made.items.size > 0) await makeRoom(c, how, made)
  const existing = made.groupId ? await findGroup(c, made.groupId) : null
  if (how === 'revise' && !existing) throw goneError()
  if (!existing) made.items.clear()
  const standing = await known(c, listing, made)
  const fresh = listing.variants.filter(({ sku }) => !standing.some(({ variant }) => variant.sku === sku))
  // What a try whose answer was lost left stands in our group.
  const standings = await lookFor(c, listing, fresh, existing)
  for (const { item, variant } of standings) made.items.set(variant.sku, item.id)
  const group = existing ?? (await newGroup(c, listing.title))
  Object.assign(made, { groupId: group.id, isNew: true })
  await renameGroup(c, group, listing.title)
  const plan = await planOf(c, group, listing.variants)
  await dropGone(c, listing, made)
  const missing = fresh.filter(({ sku }) => !standings.some(({ variant }) => variant.sku === sku))
  const there = [...standing, ...standings]
  const added = await newItems(c, listing, { variants: missing, made, group })
  await nameItems(c, plan, [...there, ...added])
  await plan.tidy()
  await changeAll(
    c,
    there.flatMap(({ item, variant }) => changeOf(item, toItem(listing, variant, { isNew: false })) ?? []),
  )
  return [...there, ...added]
}

/** The items that are known by their ids and still there. */
async function known(c: CloverConnection, listing: CloverListing, made: Made): Promise<Standing[]> {
  const standing: Standing[] = []
  const there = await itemsById(c, [...made.items.values()])
  for (const variant of listing.variants) {
    const item = there.get(made.items.get(variant.sku) ?? '')
    if (item) standing.push({ item, variant })
    else made.items.delete(variant.sku)
  }
  return standing
}

/** Of ours those that the product no longer has; others in the group stay. */
async function dropGone(c: CloverConnection, listing: CloverListing, made: Made): Promise<void> {
  for (const [sku, id] of made.items)
    if (!listing.variants.some((variant) => variant.sku === sku)) {
      await drop(c, `items/${encodeURIComponent(id)}`)
      made.items.delete(sku)
    }
}
const drop = (c: CloverConnection, path: string) => orNull(tell(c, { method: 'DELETE', path }))

/**
 * An item never leaves its group and never joins one: what stood in the other shape, and is off sale, is deleted.
 * @throws ChannelError `invalid` where it is still on sale
 */
async function makeRoom(c: CloverConnection, how: How, made: Made): Promise<void> {
  for (const [sku, id] of made.items) {
    const item = await findItem(c, id)
    if (item && (how === 'revise' || item.hidden !== true)) throw regrouped()
    if (item) await drop(c, `items/${encodeURIComponent(id)}`)
    made.items.delete(sku)
  }
  if (made.groupId) await drop(c, `item_groups/${encodeURIComponent(made.groupId)}`)
  made.groupId = ''
}

/** @throws ChannelError `already_there` where an item that is not in our group has one of the SKUs */
async function lookFor(
  c: CloverConnection,
  listing: CloverListing,
  variants: ReadyVariant[],
  group: ItemGroup | null,
): Promise<Standing[]> {
  const matches: Standing[] = []
  for (const variant of variants) {
    const items = await withSku(c, variant.sku)
    const ours = items.find(({ itemGroup }) => group && itemGroup?.id === group.id)
    const [other] = items
    if (ours) matches.push({ item: ours, variant, isNew: true })
    else if (other) throw await alreadyThere(c, listing, variant.sku, other)
  }
  return matches
}

async function alreadyThere(c: CloverConnection, listing: CloverListing, sku: string, { id, itemGroup }: Item) {
  const ids = new Map([[sku, id]])
  if (itemGroup)
    for (const variant of listing.variants) {
      const own = (await withSku(c, variant.sku)).find((item) => item.itemGroup?.id === itemGroup.id)
      if (own) ids.set(variant.sku, own.id)
    }
  const parts = Object.fromEntries(
    listing.variants.flatMap(({ sku: name }) => {
      const itemId = ids.get(name)
      return itemId ? [[name, { itemId }]] : []
    }),
  )
  const there = {
    externalId: itemGroup?.id ?? id,
    url: urlOf(c),
    ...(itemGroup && { data: { groupId: itemGroup.id } }),
    parts,
  }
  return new ChannelError('already_there', `${sku} is already on Clover.`, { there })
}

/** Makes items, out of sight. Where an answer was lost, what stands there with their SKUs is theirs: nothing did before. */
async function newItems(
  c: CloverConnection,
  listing: CloverListing,
  { variants, made, group }: { variants: ReadyVariant[]; made: Made; group?: ItemGroup },
): Promise<Standing[]> {
  if (!group) await lookFor(c, listing, variants, null)
  const standing: Standing[] = []
  for (const part of chunks(variants, itemsPerCall)) {
    const changes = part.map((variant) => ({
      ...toItem(listing, variant, { isNew: true }),
      hidden: true,
      ...(group && { itemGroup: { id: group.id } }),
    }))
    const items = await make(c, changes).catch(async (error: unknown) => {
      if (error instanceof ChannelError && error.maybeDone) await noteLost(c, part, made)
      throw error
    })
    for (const variant of part) {
      const item = items.find(({ sku }) => sku === variant.sku)
      if (!item)
        throw new ChannelError('unavailable', `Clover didn’t confirm the change to ${variant.sku}.`, {
          maybeDone: true,
        })
      made.items.set(variant.sku, item.id)
      standing.push({ item, variant, isNew: true })
    }
    made.isNew = true
  }
  return standing
}

const make = async (c: CloverConnection, items: object[]): Promise<Item[]> =>
  items.length === 1
    ? [await ask(c, Item, { method: 'POST', path: 'items', json: items[0] })]
    : ask(c, z.array(Item), { method: 'POST', path: 'bulk_items', json: { items } })

/** Where it cannot be looked for either, the next try meets it as already there. */
async function noteLost(c: CloverConnection, variants: ReadyVariant[], made: Made): Promise<void> {
  for (const { sku } of variants) {
    const [item] = await withSku(c, sku).catch((error: unknown) => {
      if (error instanceof ChannelError) return []
      throw error
    })
    if (!item) continue
    made.items.set(sku, item.id)
    made.isNew = true
  }
}
