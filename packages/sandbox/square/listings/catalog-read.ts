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

function typesOf(given: string[]): string[] {
  const strange = given.find((type) => !dataNames[type])
  if (strange !== undefined)
    throw invalid('INVALID_ENUM_VALUE', `${strange} is no type of catalog object that is kept here.`, 'types')
  return given.length > 0 ? given : Object.keys(dataNames)
}

export function list(env: Env, { query }: SimRequest): SimAnswer {
  const types = typesOf((query.get('types') ?? '').split(',').filter(Boolean))
  const all = inOrder(rows<ObjectRow>(env, 'object').filter((one) => !one.isDeleted && types.includes(one.type)))
  const cut = page(all, placeOf, { question: types, cursor: query.get('cursor') ?? '', limit: listPage })
  return { status: 200, body: { ...cut.next, objects: cut.shown.map((one) => shown(env, one)) } }
}

/** Which attribute of which type a search looks at, and what it must say. */
function matcher(query: Json): (one: ObjectRow) => boolean {
  const [name] = Object.keys(query)
  if (name === undefined) return () => true
  const asked = objectOf(query[name])
  const attribute = textOf(asked['attribute_name'])
  if (!attribute) throw invalid('MISSING_REQUIRED_PARAMETER', 'Missing required parameter: attribute_name.', 'query')
  const has = ({ data }: ObjectRow) => textOf(data[attribute]).toLowerCase()
  if (name === 'exact_query') {
    const wanted = textOf(asked['attribute_value']).toLowerCase()
    return (one) => has(one) === wanted
  }
  if (name === 'set_query') {
    const wanted = filledTexts(asked['attribute_values']).map((text) => text.toLowerCase())
    if (wanted.length > mostValues)
      throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostValues} values at most.`, 'query.set_query.attribute_values')
    return (one) => wanted.includes(has(one))
  }
  throw new Refused(400, 'INVALID_REQUEST_ERROR', 'SANDBOX_NOT_SUPPORTED', `${name} is not played here.`, 'query')
}

export function search(env: Env, request: SimRequest): SimAnswer {
  const given = bodyOf(request)
  const { cursor, ...question } = given
  const types = typesOf(filledTexts(given['object_types']))
  const matches = matcher(objectOf(given['query']))
  const since = textOf(given['begin_time'])
  const all = inOrder(
    rows<ObjectRow>(env, 'object').filter(
      (one) =>
        types.includes(one.type) &&
        (!one.isDeleted || given['include_deleted_objects'] === true) &&
        one.updatedAt > since &&
        matches(one),
    ),
  )
  const cut = page(all, placeOf, { question, cursor: textOf(cursor), limit: limitOf(given, 100, mostPerSearch) })
  return {
    status: 200,
    body: {
      ...cut.next,
      objects: cut.shown.map((one) => shown(env, one)),
      ...relatedTo(env, cut.shown, given['include_related_objects'] === true),
      latest_time: env.context.now().toISOString(),
    },
  }
}

const archivedStates: Record<string, (isArchived: boolean) => boolean> = {
  ARCHIVED_STATE_NOT_ARCHIVED: (isArchived) => !isArchived,
  ARCHIVED_STATE_ARCHIVED: (isArchived) => isArchived,
  ARCHIVED_STATE_ALL: () => true,
}
const has = (one: ObjectRow, names: string[], text: string) =>
  names.some((name) => textOf(one.data[name]).toLowerCase().includes(text))

/** Items alone, by their names, and those with a text in them or in one of their variations. */
export function searchItems(env: Env, request: SimRequest): SimAnswer {
  const { cursor, ...question } = bodyOf(request)
  const text = textOf(question['text_filter']).toLowerCase()
  const state = textOf(question['archived_state']) || 'ARCHIVED_STATE_NOT_ARCHIVED'
  const isWanted = archivedStates[state]
  if (!isWanted) throw invalid('INVALID_ENUM_VALUE', `${state} is no archived state.`, 'archived_state')
  const matchOf = (item: ObjectRow) =>
    variationsOf(env, item.id).filter((one) => text !== '' && has(one, ['name', 'sku', 'upc'], text))
  const found = rows<ObjectRow>(env, 'object').filter(
    (one) =>
      one.type === 'ITEM' &&
      !one.isDeleted &&
      isWanted(one.data['is_archived'] === true) &&
      (has(one, ['name', 'description', 'abbreviation'], text) || matchOf(one).length > 0),
  )
  const nameAndPlace = (one: ObjectRow) => `${textOf(one.data['name']).toLowerCase()} ${placeOf(one)}`
  const sorted = found.toSorted((a, b) => (nameAndPlace(a) < nameAndPlace(b) ? -1 : 1))
  const cut = page(sorted, nameAndPlace, { question, cursor: textOf(cursor), limit: limitOf(question, 100, 100) })
  return {
    status: 200,
    body: {
      ...cut.next,
      items: cut.shown.map((one) => shown(env, one)),
      matched_variation_ids: cut.shown.flatMap((one) => matchOf(one).map(({ id }) => id)),
    },
  }
}

function relatedTo(env: Env, of: ObjectRow[], wanted: boolean): Json {
  if (!wanted) return {}
  const all = new Map(of.flatMap((one) => related(env, one)).map((one) => [one.id, one]))
  for (const { id } of of) all.delete(id)
  return { related_objects: [...all.values()].map((one) => shown(env, one)) }
}

export function retrieve(env: Env, id: string, { query }: SimRequest): SimAnswer {
  const found = row<ObjectRow>(env, 'object', id)
  if (!found || found.isDeleted) throw notFound(`Object with ID \`${id}\` not found.`, 'object_id')
  const isWanted = query.get('include_related_objects') === 'true'
  return { status: 200, body: { object: shown(env, found), ...relatedTo(env, [found], isWanted) } }
}

/** What is not there is left out. */
export function retrieveMany(env: Env, request: SimRequest): SimAnswer {
  const given = bodyOf(request)
  const ids = filledTexts(given['object_ids'])
  if (ids.length > mostPerSearch) throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostPerSearch} ids at most.`, 'object_ids')
  const found = ids.flatMap((id) => {
    const one = row<ObjectRow>(env, 'object', id)
    return one && (!one.isDeleted || given['include_deleted_objects'] === true) ? [one] : []
  })
  return {
    status: 200,
    body: {
      objects: found.map((one) => shown(env, one)),
      ...relatedTo(env, found, given['include_related_objects'] === true),
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
