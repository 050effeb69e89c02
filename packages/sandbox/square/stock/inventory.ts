import { type Env, rows, save } from '../../kit/merchants.ts'
import { type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { count, decimal, setCount, shownCount } from './counts.ts'
import { invalid, notFound } from '../api/errors.ts'
import { bodyOf, limitOf, once, page } from '../api/input.ts'
import { hasTwoPlaces } from '../api/versions.ts'
import { type CountRow, live, locations, moment, filledTexts } from '../state.ts'
import { tellCounts } from '../webhooks/webhooks.ts'

const mostChanges = 100
const daySeconds = 86_400

/** A movement of pieces that the app can read afterwards. */
export interface ChangeRow {
  id: string
  merchant: string
  at: string
  change: Json
}

/** Counts and movements, all of them or none. */
export function batchChange(env: Env, request: SimRequest): SimAnswer {
  const body = bodyOf(request)
  return once(env, 'changes', body, 128, () => {
    const changes = listOf(body['changes']).map(objectOf)
    if (changes.length === 0)
      throw invalid('MISSING_REQUIRED_PARAMETER', 'Missing required parameter: changes.', 'changes')
    if (changes.length > mostChanges)
      throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostChanges} changes at most.`, 'changes')
    return env.context.store.together(() => {
      const isUnchangedIgnored = body['ignore_unchanged_counts'] !== false
      const isTwoPlaces = hasTwoPlaces(request)
      const counts = changes.map((change, n) =>
        apply(env, change, { path: `changes[${n}]`, isUnchangedIgnored, isTwoPlaces }),
      )
      const changed = counts.filter(({ isNew }) => isNew).map(({ row }) => row)
      if (changed.length > 0) tellCounts(env, changed)
      return { status: 200, body: { counts: counts.map(({ row }) => shownCount(row)) } }
    })
  })
}

interface Applied {
  row: CountRow
  isNew: boolean
}

interface Reading {
  path: string
  isUnchangedIgnored: boolean
  /** Whether an adjustment says where from and where to. */
  isTwoPlaces: boolean
}

function apply(env: Env, change: Json, { path, isUnchangedIgnored, isTwoPlaces }: Reading): Applied {
  if (change['type'] === 'PHYSICAL_COUNT') {
    const counted = place(env, objectOf(change['physical_count']), `${path}.physical_count`)
    if (counted.state !== 'IN_STOCK')
      throw invalid('INVALID_ENUM_VALUE', 'Only IN_STOCK can be counted.', `${path}.physical_count.state`)
    const before = count(env, counted.variation, counted.location)
    if (before && before.quantity === counted.quantity && isUnchangedIgnored) return { row: before, isNew: false }
    keepChange(env, 'PHYSICAL_COUNT', counted, { state: 'IN_STOCK' })
    return { row: setCount(env, counted.variation, counted.location, counted.quantity), isNew: true }
  }
  if (change['type'] !== 'ADJUSTMENT')
    throw invalid('INVALID_ENUM_VALUE', 'This type of change is not known.', `${path}.type`)
  const at = `${path}.adjustment`
  const adjustment = isTwoPlaces ? atOnePlace(objectOf(change['adjustment']), at) : objectOf(change['adjustment'])
  const moved = place(env, adjustment, at)
  const [from, to] = [textOf(adjustment['from_state']), textOf(adjustment['to_state'])]
  const direction = to === 'IN_STOCK' ? 1 : from === 'IN_STOCK' ? -1 : 0
  const other = direction === 1 ? from : to
  const known = direction === 1 ? ['NONE', 'UNLINKED_RETURN'] : ['SOLD', 'WASTE']
  if (direction === 0 || !known.includes(other))
    throw invalid('INVALID_VALUE', `Pieces cannot go from ${from} to ${to}.`, `${at}.to_state`)
  const before = count(env, moved.variation, moved.location)?.quantity ?? 0
  keepChange(env, 'ADJUSTMENT', moved, { from_state: from, to_state: to })
  return { row: setCount(env, moved.variation, moved.location, before + direction * moved.quantity), isNew: true }
}

/**
 * An adjustment as it was before 2026-07-15. The published pages say which fields came and went, not which of the two an adjustment within a
 * location needs: this simulator takes one or both.
 * @throws Refused for the retired field, and for a move between locations, which is not played here
 */
function atOnePlace({ from_location_id: from, to_location_id: to, ...adjustment }: Json, path: string): Json {
  if (adjustment['location_id'] !== undefined)
    throw invalid(
      'INVALID_VALUE',
      'location_id is retired: send from_location_id and to_location_id.',
      `${path}.location_id`,
    )
  if (from !== undefined && to !== undefined && from !== to)
    throw invalid('INVALID_VALUE', 'Moves between locations are not played here.', `${path}.to_location_id`)
  return { ...adjustment, location_id: to ?? from }
}

/** What a change is about. @throws Refused where it names nothing that can be counted, or no moment of the last day */
function place(env: Env, change: Json, path: string) {
  const variation = textOf(change['catalog_object_id'])
  if (!live(env, variation, 'ITEM_VARIATION'))
    throw notFound(`The catalog object ${variation} was not found.`, `${path}.catalog_object_id`)
  const location = textOf(change['location_id'])
  if (!locations(env).some(({ id }) => id === location))
    throw notFound(`The location ${location} was not found.`, `${path}.location_id`)
  const text = textOf(change['quantity'])
  if (!/^\d+(\.\d{1,5})?$/.test(text))
    throw invalid('INVALID_VALUE', 'A quantity is a decimal of up to five places, and not below 0.', `${path}.quantity`)
  const at = Date.parse(textOf(change['occurred_at']))
  const { now, machine } = env.context
  // Clocks are never quite the same, and the sandbox's may have been moved ahead of the caller's.
  if (![now(), machine()].some((time) => at <= time.getTime() + 60_000 && at >= time.getTime() - daySeconds * 1000))
    throw invalid('INVALID_TIME', 'occurred_at must be within the last 24 hours.', `${path}.occurred_at`)
  return { variation, location, quantity: Number(text), state: textOf(change['state']) }
}

const idsOf = (body: Json, name: string): Set<string> | undefined => {
  const ids = filledTexts(body[name])
  return ids.length > 0 ? new Set(ids) : undefined
}

export function retrieveCounts(env: Env, request: SimRequest): SimAnswer {
  const body = bodyOf(request)
  const { cursor, ...question } = body
  const [variations, places] = [idsOf(body, 'catalog_object_ids'), idsOf(body, 'location_ids')]
  if ((variations?.size ?? 0) > 1000) throw invalid('ARRAY_LENGTH_TOO_LONG', '1000 ids at most.', 'catalog_object_ids')
  const all = rows<CountRow>(env, 'count').filter(
    (countRow) =>
      (variations?.has(countRow.variation) ?? true) &&
      (places?.has(countRow.location) ?? true) &&
      countRow.at > textOf(body['updated_after']) &&
      live(env, countRow.variation),
  )
  const sorted = all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const cut = page(sorted, ({ id }) => id, { question, cursor: textOf(cursor), limit: limitOf(body, 100, 1000) })
  return { status: 200, body: { ...cut.next, counts: cut.shown.map(shownCount) } }
}

/** The counts of one variation. */
export function retrieveCount(env: Env, { query }: SimRequest, id: string): SimAnswer {
  if (!live(env, id)) throw notFound(`Could not find catalog object with id: ${id}.`, 'catalog_object_id')
  const places = new Set((query.get('location_ids') ?? '').split(',').filter(Boolean))
  const counts = rows<CountRow>(env, 'count').filter(
    ({ variation, location }) => variation === id && (places.size === 0 || places.has(location)),
  )
  return { status: 200, body: { counts: counts.map(shownCount) } }
}

const changeTypes = ['PHYSICAL_COUNT', 'ADJUSTMENT'] as const
type ChangeType = (typeof changeTypes)[number]
/** States that the platform takes in `states` and ignores. */
const ignoredStates = new Set(['NONE', 'SOLD', 'UNLINKED_RETURN'])

const detailOf = ({ change }: ChangeRow): Json =>
  objectOf(change[change['type'] === 'ADJUSTMENT' ? 'adjustment' : 'physical_count'])

/** Counts and movements, the oldest first. */
export function retrieveChanges(env: Env, request: SimRequest): SimAnswer {
  const body = bodyOf(request)
  const { cursor, ...question } = body
  const types = idsOf(body, 'types') ?? new Set<string>(changeTypes)
  if (hasTwoPlaces(request) && types.has('TRANSFER'))
    throw invalid('INVALID_ENUM_VALUE', 'TRANSFER is retired: moves are adjustments.', 'types')
  const [variations, places] = [idsOf(body, 'catalog_object_ids'), idsOf(body, 'location_ids')]
  const states = new Set([...(idsOf(body, 'states') ?? [])].filter((state) => !ignoredStates.has(state)))
  const [after, before] = [textOf(body['updated_after']), textOf(body['updated_before'])]
  const matches = rows<ChangeRow>(env, 'change').filter((row) => {
    const { catalog_object_id: variation, location_id: location, ...detail } = detailOf(row)
    const type = textOf(row.change['type'])
    const isState = [detail['from_state'], detail['to_state']].some((state) => states.has(textOf(state)))
    return (
      types.has(type) &&
      (type !== 'ADJUSTMENT' || states.size === 0 || isState) &&
      (variations?.has(textOf(variation)) ?? true) &&
      (places?.has(textOf(location)) ?? true) &&
      row.at > after &&
      (before === '' || row.at < before)
    )
  })
  const sorted = matches.toSorted((a, b) => (placeIn(a) < placeIn(b) ? -1 : 1))
  const cut = page(sorted, placeIn, { question, cursor: textOf(cursor), limit: limitOf(body, 1000, 1000) })
  const changes = cut.shown.map(({ change }) => (hasTwoPlaces(request) ? withTwoPlaces(change) : change))
  return { status: 200, body: { ...cut.next, changes } }
}

/** A kept change as it is shown since 2026-07-15. */
function withTwoPlaces(change: Json): Json {
  if (change['type'] !== 'ADJUSTMENT') return change
  const { location_id: place, ...adjustment } = objectOf(change['adjustment'])
  return { ...change, adjustment: { ...adjustment, from_location_id: place, to_location_id: place } }
}

/** Its place among all changes: by its time, then by its number. */
const placeIn = (row: ChangeRow): string =>
  `${textOf(detailOf(row)['occurred_at'])} ${row.id.replace(/\d+/, (digits) => digits.padStart(12, '0'))}`

interface Moved {
  variation: string
  location: string
  quantity: number
}
function keepChange(env: Env, type: ChangeType, moved: Moved, more: Json): void {
  const at = moment(env)
  const id = `adj-${env.context.store.nextNumber('change')}`
  const detail = {
    id,
    ...more,
    location_id: moved.location,
    catalog_object_id: moved.variation,
    catalog_object_type: 'ITEM_VARIATION',
    quantity: decimal(moved.quantity),
    occurred_at: at,
    created_at: at,
  }
  const change = { type, [type === 'ADJUSTMENT' ? 'adjustment' : 'physical_count']: detail }
  save(env, 'change', { id, merchant: env.merchant, at, change } satisfies ChangeRow)
}

/** Pieces that a refund brought back to the shelf. */
export function takeBack(env: Env, o: Moved & { refund: string }): CountRow {
  keepChange(env, 'ADJUSTMENT', o, { from_state: 'SOLD', to_state: 'IN_STOCK', refund_id: o.refund })
  return setCount(env, o.variation, o.location, (count(env, o.variation, o.location)?.quantity ?? 0) + o.quantity)
}
