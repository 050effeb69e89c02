import { type Env, row, rows } from '../../kit/merchants.ts'
import { type Json, objectOf, textOf } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { dataNames, related, shown } from './catalog-view.ts'
import { invalid, notFound, Refused } from '../api/errors.ts'
import { bodyOf, limitOf, page } from '../api/input.ts'
import { type ObjectRow, filledTexts, variationsOf } from '../state.ts'

const listPage = 100
const mostPerSearch = 1000
const mostValues = 250

const placeOf = ({ seq }: ObjectRow) => String(seq).padStart(12, '0')
const inOrder = (all: ObjectRow[]) => all.toSorted((a, b) => a.seq - b.seq)

function typesOf(names: string[]): string[] {
  const strange = names.find((type) => !dataNames[type])
  if (strange !== undefined)
    throw invalid('INVALID_ENUM_VALUE', `${strange} is no type of catalog object that is kept here.`, 'types')
  return names.length > 0 ? names : Object.keys(dataNames)
}

export function list(env: Env, { query }: SimRequest): SimAnswer {
  const types = typesOf((query.get('types') ?? '').split(',').filter(Boolean))
  const all = inOrder(
    rows<ObjectRow>(env, 'object').filter((object) => !object.isDeleted && types.includes(object.type)),
  )
  const cut = page(all, placeOf, { question: types, cursor: query.get('cursor') ?? '', limit: listPage })
  return { status: 200, body: { ...cut.next, objects: cut.shown.map((object) => shown(env, object)) } }
}

/** Which attribute of which type a search looks at, and what it must say. */
function matcher(query: Json): (object: ObjectRow) => boolean {
  const [name] = Object.keys(query)
  if (name === undefined) return () => true
  const filter = objectOf(query[name])
  const attribute = textOf(filter['attribute_name'])
  if (!attribute) throw invalid('MISSING_REQUIRED_PARAMETER', 'Missing required parameter: attribute_name.', 'query')
  const has = ({ data }: ObjectRow) => textOf(data[attribute]).toLowerCase()
  if (name === 'exact_query') {
    const expected = textOf(filter['attribute_value']).toLowerCase()
    return (object) => has(object) === expected
  }
  if (name === 'set_query') {
    const expected = filledTexts(filter['attribute_values']).map((text) => text.toLowerCase())
    if (expected.length > mostValues)
      throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostValues} values at most.`, 'query.set_query.attribute_values')
    return (object) => expected.includes(has(object))
  }
  throw new Refused(400, 'INVALID_REQUEST_ERROR', 'SANDBOX_NOT_SUPPORTED', `${name} is not played here.`, 'query')
}

export function search(env: Env, request: SimRequest): SimAnswer {
  const body = bodyOf(request)
  const { cursor, ...question } = body
  const types = typesOf(filledTexts(body['object_types']))
  const matches = matcher(objectOf(body['query']))
  const since = textOf(body['begin_time'])
  const all = inOrder(
    rows<ObjectRow>(env, 'object').filter(
      (object) =>
        types.includes(object.type) &&
        (!object.isDeleted || body['include_deleted_objects'] === true) &&
        object.updatedAt > since &&
        matches(object),
    ),
  )
  const cut = page(all, placeOf, { question, cursor: textOf(cursor), limit: limitOf(body, 100, mostPerSearch) })
  return {
    status: 200,
    body: {
      ...cut.next,
      objects: cut.shown.map((object) => shown(env, object)),
      ...relatedTo(env, cut.shown, body['include_related_objects'] === true),
      latest_time: env.context.now().toISOString(),
    },
  }
}

const archivedStates: Record<string, (isArchived: boolean) => boolean> = {
  ARCHIVED_STATE_NOT_ARCHIVED: (isArchived) => !isArchived,
  ARCHIVED_STATE_ARCHIVED: (isArchived) => isArchived,
  ARCHIVED_STATE_ALL: () => true,
}
const has = (object: ObjectRow, names: string[], text: string) =>
  names.some((name) => textOf(object.data[name]).toLowerCase().includes(text))

/** Items alone, by their names, and those with a text in them or in one of their variations. */
export function searchItems(env: Env, request: SimRequest): SimAnswer {
  const { cursor, ...question } = bodyOf(request)
  const text = textOf(question['text_filter']).toLowerCase()
  const state = textOf(question['archived_state']) || 'ARCHIVED_STATE_NOT_ARCHIVED'
  const isWanted = archivedStates[state]
  if (!isWanted) throw invalid('INVALID_ENUM_VALUE', `${state} is no archived state.`, 'archived_state')
  const matchOf = (item: ObjectRow) =>
    variationsOf(env, item.id).filter((variation) => text !== '' && has(variation, ['name', 'sku', 'upc'], text))
  const matches = rows<ObjectRow>(env, 'object').filter(
    (object) =>
      object.type === 'ITEM' &&
      !object.isDeleted &&
      isWanted(object.data['is_archived'] === true) &&
      (has(object, ['name', 'description', 'abbreviation'], text) || matchOf(object).length > 0),
  )
  const nameAndPlace = (object: ObjectRow) => `${textOf(object.data['name']).toLowerCase()} ${placeOf(object)}`
  const sorted = matches.toSorted((a, b) => (nameAndPlace(a) < nameAndPlace(b) ? -1 : 1))
  const cut = page(sorted, nameAndPlace, { question, cursor: textOf(cursor), limit: limitOf(question, 100, 100) })
  return {
    status: 200,
    body: {
      ...cut.next,
      items: cut.shown.map((object) => shown(env, object)),
      matched_variation_ids: cut.shown.flatMap((object) => matchOf(object).map(({ id }) => id)),
    },
  }
}

function relatedTo(env: Env, of: ObjectRow[], isRequested: boolean): Json {
  if (!isRequested) return {}
  const all = new Map(of.flatMap((object) => related(env, object)).map((object) => [object.id, object]))
  for (const { id } of of) all.delete(id)
  return { related_objects: [...all.values()].map((object) => shown(env, object)) }
}

export function retrieve(env: Env, id: string, { query }: SimRequest): SimAnswer {
  const object = row<ObjectRow>(env, 'object', id)
  if (!object || object.isDeleted) throw notFound(`Object with ID \`${id}\` not found.`, 'object_id')
  const isWanted = query.get('include_related_objects') === 'true'
  return { status: 200, body: { object: shown(env, object), ...relatedTo(env, [object], isWanted) } }
}

/** What is not there is left out. */
export function retrieveMany(env: Env, request: SimRequest): SimAnswer {
  const body = bodyOf(request)
  const ids = filledTexts(body['object_ids'])
  if (ids.length > mostPerSearch) throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostPerSearch} ids at most.`, 'object_ids')
  const matches = ids.flatMap((id) => {
    const object = row<ObjectRow>(env, 'object', id)
    return object && (!object.isDeleted || body['include_deleted_objects'] === true) ? [object] : []
  })
  return {
    status: 200,
    body: {
      objects: matches.map((object) => shown(env, object)),
      ...relatedTo(env, matches, body['include_related_objects'] === true),
    },
  }
}

/** As published. */
export const info = (): SimAnswer => ({
  status: 200,
  body: {
    limits: {
      batch_upsert_max_objects_per_batch: 1000,
      batch_upsert_max_total_objects: 10_000,
      batch_retrieve_max_object_ids: 1000,
      search_max_page_limit: 1000,
      batch_delete_max_object_ids: 200,
    },
  },
})
