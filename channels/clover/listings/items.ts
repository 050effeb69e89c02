import { z } from 'zod'
import { ChannelError, type Outcome } from '../../channel.ts'
import { chunks, done, each, inCalls } from '../../kit/batch.ts'
import { ask, type CloverConnection, orNull } from '../calls.ts'
import { Item, ItemGroup, listOf } from '../wire.ts'

/** Clover takes three at most. */
const whole: [string, string] = ['expand', 'itemStock,options,categories']
const pathOf = (id: string) => `items/${encodeURIComponent(id)}`
/** Calls at once for one batch, below the five that Clover takes of a merchant. */
export const atOnce = 3

/** An item with its stock, options and categories; null where it was deleted. */
export async function findItem(c: CloverConnection, id: string): Promise<Item | null> {
  const item = await orNull(ask(c, Item, { method: 'GET', path: pathOf(id), query: [whole] }))
  return item?.deletedTime ? null : item
}

/** Most ids that Clover wants in one question. @see https://docs.clover.com/docs/using-filters-to-retrieve-multiple-results-from-an-endpoint read 2026-11-23 */
export const idsPerCall = 100
type ById = ReadonlyMap<string, Item>
const named = async (c: CloverConnection, ids: readonly string[], query: [string, string][]): Promise<Item[]> => {
  const list = ids.map((id) => `'${id.replaceAll("'", '')}'`).join(',')
  const params: [string, string][] = [['filter', `id in (${list})`], ...query, ['limit', String(idsPerCall)]]
  return (await ask(c, listOf(Item), { method: 'GET', path: 'items', query: params })).elements
}
const mapped = async (ids: readonly string[], read: (part: string[]) => Promise<Item[]>): Promise<ById> => {
  const items = new Map<string, Item>()
  for (const part of chunks([...new Set(ids)], idsPerCall))
    for (const item of await read(part)) items.set(item.id, item)
  return items
}

/** Items with their stock, options and categories, a hundred with each call. Those that were deleted are not among them. */
export const itemsById = (c: CloverConnection, ids: readonly string[]): Promise<ById> =>
  mapped(ids, async (part) => (await named(c, part, [whole])).filter(({ deletedTime }) => !deletedTime))
/** Items that are gone, for what they were. */
export const deletedById = (c: CloverConnection, ids: readonly string[]): Promise<ById> =>
  mapped(ids, (part) => named(c, part, [['filter', 'deleted=true']]))

/** Items with this SKU. Clover keeps none unique. */
export async function withSku(c: CloverConnection, sku: string): Promise<Item[]> {
  const { elements } = await ask(c, listOf(Item), {
    method: 'GET',
    path: 'items',
    query: [['filter', `sku=${sku}`], whole],
  })
  return elements.filter((item) => item.sku === sku && !item.deletedTime)
}

export const itemsPage = (c: CloverConnection, offset: number, limit: number) =>
  ask(c, listOf(Item), {
    method: 'GET',
    path: 'items',
    query: [whole, ['limit', String(limit)], ['offset', String(offset)]],
  })

export const findGroup = (c: CloverConnection, id: string): Promise<ItemGroup | null> =>
  orNull(
    ask(c, ItemGroup, {
      method: 'GET',
      path: `item_groups/${encodeURIComponent(id)}`,
      query: [['expand', 'items,attributes']],
    }),
  )

/** A change of an item: what is absent stays. */
export interface Change {
  id: string
  name?: string
  price?: number
  hidden?: boolean
  [field: string]: unknown
}
/** Items in a change: one that is refused may take the others along, so not too many. */
const perCall = 50

const changeOne = async (c: CloverConnection, { id, ...json }: Change): Promise<Outcome> => {
  await ask(c, Item, { method: 'POST', path: pathOf(id), json })
  return done
}

interface Row {
  index: number
  change: Change
}

/** Changes items; where a call for several is refused, each goes alone. @param outcomes of a whole batch, which rows name by `index` */
export const changeRows = (c: CloverConnection, outcomes: Outcome[], rows: Row[]): Promise<Outcome[]> =>
  inCalls(outcomes, chunks(rows, perCall), (part) =>
    changePart(
      c,
      part.map(({ change }) => change),
    ),
  )
export const changeItems = (c: CloverConnection, changes: readonly Change[]): Promise<Outcome[]> =>
  changeRows(
    c,
    changes.map(() => done),
    changes.map((change, index) => ({ index, change })),
  )

async function changePart(c: CloverConnection, part: Change[]): Promise<Outcome[]> {
  if (part.length === 1) return each(part, 1, (change) => changeOne(c, change))
  try {
    await ask(c, z.array(Item), { method: 'PUT', path: 'bulk_items', json: { items: part } })
    return part.map(() => done)
  } catch (error) {
    const isOfOne = error instanceof ChannelError && (error.kind === 'invalid' || error.kind === 'not_found')
    if (!isOfOne) throw error
    return each(part, 1, (change) => changeOne(c, change))
  }
}

/** @throws ChannelError of the first that was refused */
export async function changeAll(c: CloverConnection, changes: readonly Change[]): Promise<void> {
  for (const outcome of await changeItems(c, changes)) if (!outcome.ok) throw outcome.error
}
