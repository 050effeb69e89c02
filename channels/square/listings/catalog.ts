import { z } from 'zod'
import { chunks } from '../../kit/batch.ts'
import { allPages } from '../../kit/paging.ts'
import { ask, orNull, type SquareConnection } from '../calls.ts'
import { throwProblems } from '../errors.ts'
import {
  Category,
  Image,
  Item,
  ObjectPage,
  ofType,
  OneObject,
  Option,
  Tax,
  Upserted,
  Variation,
  type Whole,
} from '../wire.ts'

/** @see https://developer.squareup.com/reference/square/catalog-api/catalog-info read 2026-11-22 */
export const mostIds = 1000
const mostValues = 250

/** Every object of a type, page by page. */
async function all<S extends z.ZodType>(c: SquareConnection, type: string, shape: S): Promise<z.output<S>[]> {
  const items = await allPages(async (cursor) => {
    const query = { types: type, ...(cursor && { cursor }) }
    const page = await ask(c, ObjectPage, { method: 'GET', path: 'catalog/list', query })
    return { items: page.objects, next: page.cursor }
  })
  return ofType(shape, items)
}
export const allOptions = (c: SquareConnection) => all(c, 'ITEM_OPTION', Option)
export const allCategories = (c: SquareConnection) => all(c, 'CATEGORY', Category)
export const allTaxes = (c: SquareConnection) => all(c, 'TAX', Tax)

export interface Found {
  item: Item
  images: Image[]
}
/** An item whole, with its pictures; null where it is not there any more. */
export async function findItem(c: SquareConnection, id: string): Promise<Found | null> {
  const answer = await orNull(
    ask(c, OneObject, {
      method: 'GET',
      path: `catalog/object/${encodeURIComponent(id)}`,
      query: { include_related_objects: 'true' },
    }),
  )
  if (!answer || answer.object.is_deleted) return null
  return { item: answer.object, images: ofType(Image, answer.related_objects) }
}

/** Objects by their ids; what is not there is missing. */
export async function retrieve<S extends z.ZodType>(
  c: SquareConnection,
  shape: S,
  ids: string[],
  o: { withDeleted?: boolean; withItems?: boolean } = {},
): Promise<{ objects: z.output<S>[]; items: Item[] }> {
  const objects: z.output<S>[] = []
  const items: Item[] = []
  for (const part of chunks([...new Set(ids)], mostIds)) {
    const answer = await ask(c, ObjectPage, {
      method: 'POST',
      path: 'catalog/batch-retrieve',
      json: {
        object_ids: part,
        ...(o.withDeleted && { include_deleted_objects: true }),
        ...(o.withItems && { include_related_objects: true }),
      },
    })
    objects.push(...ofType(shape, answer.objects))
    items.push(...ofType(Item, answer.related_objects))
  }
  return { objects, items }
}

/** Variations with one of these SKUs. Square ignores case, and keeps no SKU unique. */
export async function withSkus(c: SquareConnection, skus: string[]): Promise<Variation[]> {
  const skuSet = new Set(skus.filter(Boolean))
  const variations: Variation[] = []
  for (const values of chunks([...skuSet], mostValues)) {
    const query = { set_query: { attribute_name: 'sku', attribute_values: values } }
    const objects = await allPages(async (cursor) => {
      const json = { object_types: ['ITEM_VARIATION'], query, limit: mostIds, ...(cursor && { cursor }) }
      const page = await ask(c, ObjectPage, { method: 'POST', path: 'catalog/search', json })
      return { items: page.objects, next: page.cursor }
    })
    variations.push(...ofType(Variation, objects))
  }
  return variations.filter(({ is_deleted, item_variation_data: { sku } }) => !is_deleted && skuSet.has(sku ?? ''))
}

/** All of these objects, or none. @throws ChannelError `conflict` where one was changed since it was read */
export async function upsert(c: SquareConnection, objects: unknown[]) {
  const answer = await ask(c, Upserted, {
    method: 'POST',
    path: 'catalog/batch-upsert',
    json: { idempotency_key: c.uuid(), batches: [{ objects }] },
    catalog: true,
  })
  throwProblems(answer.errors)
  return answer
}

/** Takes objects away; those that are gone already do not matter. */
export const remove = (c: SquareConnection, ids: string[]) =>
  ask(c, z.object({}), { method: 'POST', path: 'catalog/batch-delete', json: { object_ids: ids }, catalog: true })

/** Whether an object stands at a location. */
export const isAt = (
  { present_at_all_locations: everywhere, present_at_location_ids: at, absent_at_location_ids: notAt }: Whole,
  location: string,
): boolean => (everywhere === false ? (at ?? []).includes(location) : !(notAt ?? []).includes(location))

/** Places of an object so that it stands at one location, and no longer at another. */
export function placed(there: Whole | null, location: string, left: string | undefined) {
  if (!there) return { present_at_all_locations: false, present_at_location_ids: [location] }
  const isElsewhere = left !== undefined && left !== location
  if (there.present_at_all_locations !== false) {
    const notAt = (there.absent_at_location_ids ?? []).filter((id) => id !== location)
    return { present_at_all_locations: true, ...(notAt.length > 0 && { absent_at_location_ids: notAt }) }
  }
  const at = (there.present_at_location_ids ?? []).filter((id) => !(isElsewhere && id === left))
  return { present_at_all_locations: false, present_at_location_ids: [...new Set([...at, location])] }
}
