import { type Env, save } from '../../kit/merchants.ts'
import { type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import {
  categoryData,
  checkPlaces,
  type SentObject,
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
  const sent = bodyOf(request)
  return once(env, 'batch-upsert', sent, 128, () => {
    const batches = listOf(sent['batches']).map((batch) => listOf(objectOf(batch)['objects']).map(objectOf))
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
        objects: done.flatMap((result) => result.objects),
        id_mappings: done.flatMap((result) => result.id_mappings),
        updated_at: moment(env),
        ...(errors.length > 0 && { errors }),
      },
    }
  })
}

export function upsertOne(env: Env, request: SimRequest): SimAnswer {
  const body = bodyOf(request)
  return once(env, 'object', body, 128, () => {
    const { objects, id_mappings } = upsert(env, [objectOf(body['object'])], 'object')
    return { status: 200, body: { catalog_object: objects[0], id_mappings } }
  })
}

/** All of it, or nothing. @throws Refused */
export function upsert(env: Env, inputs: Json[], path: string): { objects: Json[]; id_mappings: Json[] } {
  if (inputs.length > mostInBatch) throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostInBatch} objects at most.`, path)
  return env.context.store.together(() => {
    const batch: Batch = { env, ids: new Map(), version: nextVersion(env) }
    for (const input of inputs) nameNew(batch, input)
    const inOrder = inputs
      .map((input, n) => ({ input, at: `${path}[${n}]` }))
      .toSorted((a, b) => order.indexOf(textOf(a.input['type'])) - order.indexOf(textOf(b.input['type'])))
    for (const { input, at } of inOrder) put(batch, input, at)
    tellCatalog(env)
    return {
      objects: inputs.flatMap((input) => {
        const saved = live(env, idOf(batch, input['id']))
        return saved ? [shown(env, saved)] : []
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
  for (const child of nestedOf(object)) nameNew(batch, child)
}
const idOf = ({ ids }: Batch, id: unknown): string => ids.get(textOf(id)) ?? textOf(id)
/** Ids of this request anywhere in it, replaced by those that they got. */
const named = (batch: Batch, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((element) => named(batch, element))
  if (typeof value === 'string') return value.startsWith('#') ? idOf(batch, value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, named(batch, member)]))
}

function put(batch: Batch, object: Json, path: string): void {
  const type = textOf(object['type'])
  const dataName = dataNames[type]
  if (dataName === undefined) throw invalid('INVALID_ENUM_VALUE', `${type} cannot be made here.`, `${path}.type`)
  const raw = objectOf(object[dataName])
  const target: SentObject = {
    id: idOf(batch, object['id']),
    path: `${path}.${dataName}`,
    data: objectOf(named(batch, raw)),
  }
  const { env } = batch
  if (type === 'ITEM') {
    const item = keep(batch, object, itemData(env, target), path)
    putVariations(batch, item, listOf(raw['variations']).map(objectOf), target.path)
  } else if (type === 'ITEM_VARIATION') {
    const item = live(env, textOf(target.data['item_id']), 'ITEM')
    if (!item) throw invalid('INVALID_VALUE', 'The item of this variation does not exist.', `${target.path}.item_id`)
    const ordinal = live(env, target.id)?.data['ordinal'] ?? variationsOf(env, item.id).length
    const variation = keep(batch, object, { ...variationData(env, target, item), ordinal }, path)
    mustStandTogether(env, item, variation, path)
    mustDiffer(variationsOf(env, item.id), target.path)
  } else if (type === 'ITEM_OPTION') {
    const option = keep(batch, object, optionData(env, target), path)
    putValues(batch, option, listOf(raw['values']).map(objectOf), target.path)
  } else if (type === 'CATEGORY') keep(batch, object, categoryData(target), path)
  else if (type === 'IMAGE' && live(env, target.id)) keep(batch, object, target.data, path)
  else throw invalid('INVALID_VALUE', `${type} cannot be made like this.`, `${path}.type`)
}

/** The item's variations are those of the request, in its order; others are gone. */
function putVariations(batch: Batch, item: ObjectRow, inputs: Json[], path: string): void {
  const { env } = batch
  const variations = inputs.map((input, n) => {
    const at = `${path}.variations[${n}]`
    const data = objectOf(named(batch, objectOf(input['item_variation_data'])))
    const checked = variationData(env, { id: idOf(batch, input['id']), data, path: `${at}.item_variation_data` }, item)
    const variation = keep(batch, input, { ...checked, ordinal: n }, at)
    mustStandTogether(env, item, variation, at)
    return variation
  })
  mustDiffer(variations, path)
  for (const old of variationsOf(env, item.id))
    if (!variations.some(({ id }) => id === old.id)) remove(env, old, batch.version)
}

function putValues(batch: Batch, option: ObjectRow, inputs: Json[], path: string): void {
  const { env } = batch
  const names = new Set<string>()
  const values = inputs.map((input, n) => {
    const data = objectOf(named(batch, objectOf(input['item_option_value_data'])))
    const name = textOf(data['name'])
    if (!name || names.has(name.toLowerCase()))
      throw invalid('INVALID_VALUE', 'Values of an option have a name each.', `${path}.values[${n}]`)
    names.add(name.toLowerCase())
    return keep(batch, input, { ...data, item_option_id: option.id, ordinal: n }, `${path}.values[${n}]`)
  })
  const used = new Set(
    objects(env, 'ITEM_VARIATION').flatMap(({ data }) =>
      listOf(data['item_option_values']).map((entry) => objectOf(entry)['item_option_value_id']),
    ),
  )
  for (const old of optionValues(env, option.id).filter(({ id }) => !values.some((candidate) => candidate.id === id))) {
    if (used.has(old.id)) throw invalid('INVALID_VALUE', `${textOf(old.data['name'])} is in use.`, `${path}.values`)
    remove(env, old, batch.version)
  }
}

/** @throws Refused when it stands there in another version than the one that is replaced */
function keep({ env, ids, version }: Batch, object: Json, data: Json, path: string): ObjectRow {
  const sentId = textOf(object['id'])
  const id = ids.get(sentId) ?? sentId
  const there = live(env, id)
  if (!ids.has(sentId) && there?.type !== object['type'])
    throw notFound(`Object with ID \`${id}\` not found.`, `${path}.id`)
  if (there && object['version'] !== there.version) throw mismatch(id, there.version, object['version'])
  const at = filledTexts(object['present_at_location_ids'])
  const notAt = filledTexts(object['absent_at_location_ids'])
  checkPlaces(env, [...at, ...notAt], `${path}.present_at_location_ids`)
  const saved: ObjectRow = {
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
  save(env, 'object', saved)
  return saved
}

/** With an item go its variations. @returns the ids of what is gone */
export function remove(env: Env, object: ObjectRow, version: number): string[] {
  save(env, 'object', { ...object, isDeleted: true, version, updatedAt: moment(env) } satisfies ObjectRow)
  if (object.type === 'IMAGE') takeDown(env, object.id, version)
  const below = object.type === 'ITEM' ? variationsOf(env, object.id) : []
  return [object.id, ...below.flatMap((child) => remove(env, child, version))]
}

/** A picture that is gone hangs nowhere. */
function takeDown(env: Env, id: string, version: number): void {
  for (const holder of [...objects(env, 'ITEM'), ...objects(env, 'ITEM_VARIATION')]) {
    const images = filledTexts(holder.data['image_ids'])
    if (!images.includes(id)) continue
    const data = { ...holder.data, image_ids: images.filter((imageId) => imageId !== id) }
    save(env, 'object', { ...holder, data, version, updatedAt: moment(env) } satisfies ObjectRow)
  }
}

export function deleteMany(env: Env, ids: string[]): SimAnswer {
  if (ids.length > mostDeleted) throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostDeleted} ids at most.`, 'object_ids')
  return env.context.store.together(() => {
    const version = nextVersion(env)
    const deleted = ids.flatMap((id) => {
      const object = live(env, id)
      return object ? remove(env, object, version) : []
    })
    if (deleted.length > 0) tellCatalog(env)
    return { status: 200, body: { deleted_object_ids: deleted, deleted_at: moment(env) } }
  })
}

export function deleteOne(env: Env, id: string): SimAnswer {
  if (!live(env, id)) throw notFound(`Object with ID \`${id}\` not found.`, 'object_id')
  return deleteMany(env, [id])
}
