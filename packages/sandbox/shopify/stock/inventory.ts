import { problem, type UserProblem } from '../api/problems.ts'
import {
  find,
  item,
  legacyId,
  moment,
  newId,
  save,
  shown,
  type Env,
  type ItemRow,
  type LevelRow,
  type LocationRow,
} from '../state.ts'
import { notify } from '../webhooks/webhooks.ts'

/** The closed list of reasons for a change. */
export const reasons = new Set([
  'correction',
  'cycle_count_available',
  'damaged',
  'movement_created',
  'movement_updated',
  'movement_received',
  'movement_canceled',
  'other',
  'promotion',
  'quality_control',
  'received',
  'reservation_created',
  'reservation_deleted',
  'reservation_updated',
  'restock',
  'safety_stock',
  'shrinkage',
])
export interface Change {
  name: string
  delta: number
  after: number | null
  itemId: string
  locationId: string
}
export interface AdjustmentRow {
  id: string
  shop: string
  createdAt: string
  reason: string
  reference: string | null
  changes: Change[]
}
interface Row {
  inventoryItemId: string
  locationId: string
  changeFromQuantity?: number | null
}
export interface SetInput {
  name: string
  reason: string
  referenceDocumentUri?: string | null
  quantities: (Row & { quantity: number })[]
}
export interface AdjustInput {
  name: string
  reason: string
  referenceDocumentUri?: string | null
  changes: (Row & { delta: number })[]
}
export interface Answer {
  adjustment: AdjustmentRow | null
  userErrors: UserProblem[]
}

export const onHand = (level: LevelRow): number => level.available + level.committed
export const level = (row: ItemRow, locationId: string): LevelRow | undefined =>
  row.levels.find((candidate) => candidate.locationId === locationId)
export const totalAvailable = (row: ItemRow | undefined): number =>
  row?.levels.reduce((sum, inventoryLevel) => sum + inventoryLevel.available, 0) ?? 0

export function newLevel(env: Env, itemId: string, locationId: string, available: number): LevelRow {
  const at = moment(env)
  return {
    id: `${newId(env.context, 'InventoryLevel')}?inventory_item_id=${legacyId(itemId)}`,
    locationId,
    available,
    committed: 0,
    createdAt: at,
    updatedAt: at,
  }
}

/** Changes a level, saves the item and tells the subscribers. */
export function changeLevel(
  env: Env,
  itemId: string,
  locationId: string,
  by: { available?: number; committed?: number },
): void {
  const row = item(env, itemId)
  if (!row) return
  const at = moment(env)
  // Where it is not stocked yet it is from now on.
  const known = level(row, locationId) ? row.levels : [...row.levels, newLevel(env, itemId, locationId, 0)]
  const levels = known.map((inventoryLevel) =>
    inventoryLevel.locationId === locationId
      ? {
          ...inventoryLevel,
          available: inventoryLevel.available + (by.available ?? 0),
          committed: inventoryLevel.committed + (by.committed ?? 0),
          updatedAt: at,
        }
      : inventoryLevel,
  )
  const changed: ItemRow = { ...row, levels }
  save(env, 'item', changed)
  if (by.available) tellLevel(env, changed, locationId)
}
export function tellLevel(env: Env, row: ItemRow, locationId: string): void {
  const current = level(row, locationId)
  if (!current) return
  notify(env, 'INVENTORY_LEVELS_UPDATE', {
    inventory_item_id: Number(legacyId(row.id)),
    location_id: Number(legacyId(locationId)),
    available: current.available,
    updated_at: shown(current.updatedAt),
    admin_graphql_api_id: current.id,
  })
}

/** Sets quantities to absolute values: all rows or none. */
export function setQuantities(env: Env, input: SetInput): Answer {
  const problems = commonProblems(env, input, input.quantities, 'quantities', 'INVALID_NAME')
  input.quantities.forEach((row, place) => {
    if (row.quantity > 1e9)
      problems.push(
        problem(
          ['input', 'quantities', String(place), 'quantity'],
          "The total quantity can't be higher than 1,000,000,000.",
          'INVALID_QUANTITY_TOO_HIGH',
        ),
      )
    else if (row.quantity < -1e9)
      problems.push(
        problem(
          ['input', 'quantities', String(place), 'quantity'],
          "The total quantity can't be lower than -1,000,000,000.",
          'INVALID_QUANTITY_TOO_LOW',
        ),
      )
    else if (row.quantity < 0 && input.name === 'on_hand')
      problems.push(
        problem(
          ['input', 'quantities', String(place), 'quantity'],
          "The quantity can't be negative.",
          'INVALID_QUANTITY_NEGATIVE',
        ),
      )
  })
  const pairs = new Set(input.quantities.map((row) => `${row.inventoryItemId} ${row.locationId}`))
  if (pairs.size < input.quantities.length) {
    problems.push(
      problem(
        ['input', 'quantities'],
        'The combination of inventoryItemId and locationId must be unique.',
        'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR',
      ),
    )
  }
  if (problems.length > 0) return { adjustment: null, userErrors: problems }
  return carryOut(
    env,
    input,
    input.quantities.map((row) => ({ row, delta: row.quantity - persisted(env, row, input.name) })),
  )
}

/** Changes quantities by differences: all rows or none. */
export function adjustQuantities(env: Env, input: AdjustInput): Answer {
  const problems = commonProblems(env, input, input.changes, 'changes', 'INVALID_QUANTITY_NAME')
  input.changes.forEach((row, place) => {
    if (Math.abs(row.delta) <= 2e9) return
    const [word, code] = row.delta > 0 ? ['higher', 'INVALID_QUANTITY_TOO_HIGH'] : ['lower', 'INVALID_QUANTITY_TOO_LOW']
    problems.push(
      problem(['input', 'changes', String(place), 'delta'], `The quantity can't be ${word} than 2,000,000,000.`, code),
    )
  })
  if (problems.length > 0) return { adjustment: null, userErrors: problems }
  return carryOut(
    env,
    input,
    input.changes.map((row) => ({ row, delta: row.delta })),
  )
}

function persisted(env: Env, row: Row, name: string): number {
  const inventoryItem = item(env, row.inventoryItemId)
  const at = inventoryItem && level(inventoryItem, row.locationId)
  return at ? (name === 'on_hand' ? onHand(at) : at.available) : 0
}

function commonProblems(
  env: Env,
  input: { name: string; reason: string; referenceDocumentUri?: string | null },
  rows: Row[],
  list: string,
  nameCode: string,
): UserProblem[] {
  const problems: UserProblem[] = []
  if (input.name !== 'available' && !(input.name === 'on_hand' && list === 'quantities')) {
    problems.push(problem(['input', 'name'], "The quantity name must be either 'available' or 'on_hand'.", nameCode))
  }
  if (!reasons.has(input.reason))
    problems.push(problem(['input', 'reason'], 'The specified reason is invalid.', 'INVALID_REASON'))
  if (input.referenceDocumentUri && !/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(input.referenceDocumentUri)) {
    problems.push(
      problem(
        ['input', 'referenceDocumentUri'],
        'The specified reference document is invalid.',
        'INVALID_REFERENCE_DOCUMENT',
      ),
    )
  }
  rows.forEach((row, place) => {
    const wrong = rowProblem(env, row, input.name)
    if (wrong) problems.push(problem(['input', list, String(place), wrong[0]], wrong[1], wrong[2]))
  })
  return problems
}
function rowProblem(env: Env, row: Row, name: string): [string, string, string] | undefined {
  const inventoryItem = item(env, row.inventoryItemId)
  if (!inventoryItem)
    return ['inventoryItemId', 'The specified inventory item could not be found.', 'INVALID_INVENTORY_ITEM']
  if (!find<LocationRow>(env, 'location', row.locationId))
    return ['locationId', 'The specified location could not be found.', 'INVALID_LOCATION']
  const expected = row.changeFromQuantity
  if (expected !== null && expected !== undefined && expected !== persisted(env, row, name)) {
    return [
      'changeFromQuantity',
      'The changeFromQuantity value does not match persisted value.',
      'CHANGE_FROM_QUANTITY_STALE',
    ]
  }
  return undefined
}

function carryOut(
  env: Env,
  input: { name: string; reason: string; referenceDocumentUri?: string | null },
  steps: { row: Row; delta: number }[],
): Answer {
  const changes: Change[] = []
  for (const { row, delta } of steps) {
    if (delta === 0) continue
    changeLevel(env, row.inventoryItemId, row.locationId, { available: delta })
    const place = { itemId: row.inventoryItemId, locationId: row.locationId, delta }
    // Both counts move together; only `available` is told with its new value.
    changes.push(
      { ...place, name: 'available', after: persisted(env, row, 'available') },
      { ...place, name: 'on_hand', after: null },
    )
  }
  const adjustment: AdjustmentRow | null =
    changes.length === 0
      ? null
      : {
          id: newId(env.context, 'InventoryAdjustmentGroup'),
          shop: env.shop,
          createdAt: moment(env),
          reason: input.reason,
          reference: input.referenceDocumentUri ?? null,
          changes,
        }
  if (adjustment) save(env, 'adjustment', adjustment)
  return { adjustment, userErrors: [] }
}

/** Stocks an item at a location. */
export function activate(
  env: Env,
  args: { inventoryItemId: string; locationId: string; available?: number | null; onHand?: number | null },
): { itemId: string | null; userErrors: UserProblem[] } {
  const row = item(env, args.inventoryItemId)
  if (!row)
    return {
      itemId: null,
      userErrors: [
        problem(['inventoryItemId'], "The product couldn't be stocked because the inventory item could not be found."),
      ],
    }
  if (!find<LocationRow>(env, 'location', args.locationId)) {
    return {
      itemId: null,
      userErrors: [problem(['locationId'], "The product couldn't be stocked because the location wasn't found.")],
    }
  }
  const quantity = args.available ?? args.onHand
  if (level(row, args.locationId)) {
    const refused = quantity !== null && quantity !== undefined
    return {
      itemId: row.id,
      userErrors: refused
        ? [
            problem(
              ['available'],
              'Not allowed to set available quantity when the item is already active at the location.',
            ),
          ]
        : [],
    }
  }
  const changed: ItemRow = { ...row, levels: [...row.levels, newLevel(env, row.id, args.locationId, quantity ?? 0)] }
  save(env, 'item', changed)
  tellLevel(env, changed, args.locationId)
  return { itemId: row.id, userErrors: [] }
}
