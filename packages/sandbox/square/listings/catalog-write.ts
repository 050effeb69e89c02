import { type Env, save } from '../../kit/merchants.ts'
import { type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import {
  categoryData,
  checkPlaces,
  type Given,
  itemData,
  mustDiffer,
  mustStandTogether,
  optionData,
  variationData,
} from './catalog-check.ts'
import { dataNames, optionValues, shown } from './catalog-view.ts'
import { invalid, mismatch, notFound, Refused } from '../api/errors.ts'
import { bodyOf, once } from '../api/input.ts'
import { live, moment, newId, nextVersion, type ObjectRow, objects, filledTexts, variationsOf } from '../state.ts'
import { tellCatalog } from '../webhooks/webhooks.ts'

const mostInBatch = 1000
const mostDeleted = 200
/** Those that others refer to come first. */
const order = ['IMAGE', 'CATEGORY', 'TAX', 'ITEM_OPTION', 'ITEM', 'ITEM_VARIATION']

/** One batch on its way: ids that it makes, and the version that it gives. */
interface Batch {
  env: Env
  ids: Map<string, string>
  version: number
}

export function batchUpsert(env: Env, request: SimRequest): SimAnswer {
  const given = bodyOf(request)
  return once(env, 'batch-upsert', given, 128, () => {
    const batches = listOf(given['batches']).map((one) => listOf(objectOf(one)['objects']).map(objectOf))
    if (batches.length === 0)
      throw invalid('MISSING_REQUIRED_PARAMETER', 'Missing required parameter: batches.', 'batches')
    const done: { objects: Json[]; id_mappings: Json[] }[] = []
    const refusals: Refused[] = []
    for (const [n, objects] of batches.entries())
      try {
        done.push(upsert(env, objects, `batches[${n}].objects`))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        refusals.push(error)
      }
    if (done.length === 0 && refusals[0]) throw refusals[0]
    const errors = refusals.flatMap(({ body }) => body.errors)
    return {
      status: 200,
      body: {
        objects: done.flatMap((one) => one.objects),
        id_mappings: done.flatMap((one) => one.id_mappings),
        updated_at: moment(env),
        ...(errors.length > 0 && { errors }),
      },
    }
  })
}

export function upsertOne(env: Env, request: SimRequest): SimAnswer {
  const given = bodyOf(request)
  return once(env, 'object', given, 128, () => {
    const { objects, id_mappings } = upsert(env, [objectOf(given['object'])], 'object')
    return { status: 200, body: { catalog_object: objects[0], id_mappings } }
  })
}

/** All of it, or nothing. @throws Refused */
export function upsert(env: Env, given: Json[], path: string): { objects: Json[]; id_mappings: Json[] } {
  if (given.length > mostInBatch) throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostInBatch} objects at most.`, path)
  return env.context.store.together(() => {
    const batch: Batch = { env, ids: new Map(), version: nextVersion(env) }
    for (const one of given) nameNew(batch, one)
    const inOrder = given
      .map((one, n) => ({ one, at: `${path}[${n}]` }))
      .toSorted((a, b) => order.indexOf(textOf(a.one['type'])) - order.indexOf(textOf(b.one['type'])))
    for (const { one, at } of inOrder) put(batch, one, at)
    tellCatalog(env)
    return {
      objects: given.flatMap((one) => {
        const kept = live(env, idOf(batch, one['id']))
        return kept ? [shown(env, kept)] : []
      }),
      id_mappings: [...batch.ids].map(([client_object_id, object_id]) => ({ client_object_id, object_id })),
    }
  })
}

const nestedOf = (object: Json): Json[] => [
  ...listOf(objectOf(object['item_data'])['variations']).map(objectOf),
  ...listOf(objectOf(object['item_option_data'])['values']).map(objectOf),
]
/** Gives ids to what is new, so that the rest of the request may refer to it. */
function nameNew(batch: Batch, object: Json): void {
  const id = textOf(object['id'])
  if (batch.ids.has(id)) throw invalid('INVALID_VALUE', `Duplicate temporary object ID ${id} found.`, 'id')
  if (id.startsWith('#')) batch.ids.set(id, newId())
  for (const one of nestedOf(object)) nameNew(batch, one)
}
const idOf = ({ ids }: Batch, id: unknown): string => ids.get(textOf(id)) ?? textOf(id)
/** Ids of this request anywhere in it, replaced by those that they got. */
const named = (batch: Batch, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => named(batch, one))
  if (typeof value === 'string') return value.startsWith('#') ? idOf(batch, value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, named(batch, one)]))
}

function put(batch: Batch, object: Json, path: string): void {
  const type = textOf(object['type'])
  const dataName = dataNames[type]
  if (dataName === undefined) throw invalid('INVALID_ENUM_VALUE', `${type} cannot be made here.`, `${path}.type`)
  const raw = objectOf(object[dataName])
  const given: Given = { id: idOf(batch, object['id']), path: `${path}.${dataName}`, data: objectOf(named(batch, raw)) }
  const { env } = batch
  if (type === 'ITEM') {
    const item = keep(batch, object, itemData(env, given), path)
    putVariations(batch, item, listOf(raw['variations']).map(objectOf), given.path)
  } else if (type === 'ITEM_VARIATION') {
    const item = live(env, textOf(given.data['item_id']), 'ITEM')
    if (!item) throw invalid('INVALID_VALUE', 'The item of this variation does not exist.', `${given.path}.item_id`)
    const ordinal = live(env, given.id)?.data['ordinal'] ?? variationsOf(env, item.id).length
    const one = keep(batch, object, { ...variationData(env, given, item), ordinal }, path)
    mustStandTogether(env, item, one, path)
    mustDiffer(variationsOf(env, item.id), given.path)
  } else if (type === 'ITEM_OPTION') {
    const option = keep(batch, object, optionData(env, given), path)
    putValues(batch, option, listOf(raw['values']).map(objectOf), given.path)
  } else if (type === 'CATEGORY') keep(batch, object, categoryData(given), path)
  else if (type === 'IMAGE' && live(env, given.id)) keep(batch, object, given.data, path)
  else throw invalid('INVALID_VALUE', `${type} cannot be made like this.`, `${path}.type`)
}

/** The item's variations are those of the request, in its order; others are gone. */
function putVariations(batch: Batch, item: ObjectRow, given: Json[], path: string): void {
  const { env } = batch
  const kept = given.map((one, n) => {
    const at = `${path}.variations[${n}]`
    const data = objectOf(named(batch, objectOf(one['item_variation_data'])))
    const checked = variationData(env, { id: idOf(batch, one['id']), data, path: `${at}.item_variation_data` }, item)
    const variation = keep(batch, one, { ...checked, ordinal: n }, at)
    mustStandTogether(env, item, variation, at)
    return variation
  })
  mustDiffer(kept, path)
  for (const old of variationsOf(env, item.id))
    if (!kept.some(({ id }) => id === old.id)) remove(env, old, batch.version)
}

function putValues(batch: Batch, option: ObjectRow, given: Json[], path: string): void {
  const { env } = batch
  const names = new Set<string>()
  const kept = given.map((one, n) => {
    const data = objectOf(named(batch, objectOf(one['item_option_value_data'])))
    const name = textOf(data['name'])
    if (!name || names.has(name.toLowerCase()))
      throw invalid('INVALID_VALUE', 'Values of an option have a name each.', `${path}.values[${n}]`)
    names.add(name.toLowerCase())
    return keep(batch, one, { ...data, item_option_id: option.id, ordinal: n }, `${path}.values[${n}]`)
  })
  const used = new Set(
    objects(env, 'ITEM_VARIATION').flatMap(({ data }) =>
      listOf(data['item_option_values']).map((one) => objectOf(one)['item_option_value_id']),
    ),
  )
  for (const old of optionValues(env, option.id).filter(({ id }) => !kept.some((one) => one.id === id))) {
    if (used.has(old.id)) throw invalid('INVALID_VALUE', `${textOf(old.data['name'])} is in use.`, `${path}.values`)
    remove(env, old, batch.version)
  }
}

/** @throws Refused when it stands there in another version than the one that is replaced */
function keep({ env, ids, version }: Batch, object: Json, data: Json, path: string): ObjectRow {
  const given = textOf(object['id'])
  const id = ids.get(given) ?? given
  const there = live(env, id)
  if (!ids.has(given) && there?.type !== object['type'])
    throw notFound(`Object with ID \`${id}\` not found.`, `${path}.id`)
  if (there && object['version'] !== there.version) throw mismatch(id, there.version, object['version'])
  const at = filledTexts(object['present_at_location_ids'])
  const notAt = filledTexts(object['absent_at_location_ids'])
  checkPlaces(env, [...at, ...notAt], `${path}.present_at_location_ids`)
  const one: ObjectRow = {
    id,
    merchant: env.merchant,
    type: textOf(object['type']),
    version,
    seq: there?.seq ?? env.context.store.nextNumber('object'),
    updatedAt: moment(env),
    isDeleted: false,
    atAll: object['present_at_all_locations'] !== false,
    at,
    notAt,
    data,
  }
  save(env, 'object', one)
  return one
}

/** With an item go its variations. @returns the ids of what is gone */
export function remove(env: Env, object: ObjectRow, version: number): string[] {
  save(env, 'object', { ...object, isDeleted: true, version, updatedAt: moment(env) } satisfies ObjectRow)
  if (object.type === 'IMAGE') takeDown(env, object.id, version)
  const below = object.type === 'ITEM' ? variationsOf(env, object.id) : []
  return [object.id, ...below.flatMap((one) => remove(env, one, version))]
}

/** A picture that is gone hangs nowhere. */
function takeDown(env: Env, id: string, version: number): void {
  for (const holder of [...objects(env, 'ITEM'), ...objects(env, 'ITEM_VARIATION')]) {
    const images = filledTexts(holder.data['image_ids'])
    if (!images.includes(id)) continue
    const data = { ...holder.data, image_ids: images.filter((one) => one !== id) }
    save(env, 'object', { ...holder, data, version, updatedAt: moment(env) } satisfies ObjectRow)
  }
}

export function deleteMany(env: Env, ids: string[]): SimAnswer {
  if (ids.length > mostDeleted) throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostDeleted} ids at most.`, 'object_ids')
  return env.context.store.together(() => {
    const version = nextVersion(env)
    const gone = ids.flatMap((id) => {
      const found = live(env, id)
      return found ? remove(env, found, version) : []
    })
    if (gone.length > 0) tellCatalog(env)
    return { status: 200, body: { deleted_object_ids: gone, deleted_at: moment(env) } }
  })
}

export function deleteOne(env: Env, id: string): SimAnswer {
  if (!live(env, id)) throw notFound(`Object with ID \`${id}\` not found.`, 'object_id')
  return deleteMany(env, [id])
}
