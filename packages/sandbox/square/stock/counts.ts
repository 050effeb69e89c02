import { type Env, row, save } from '../../kit/merchants.ts'
import { type CountRow, moment } from '../state.ts'

const idOf = (variation: string, location: string) => `${variation}:${location}`

/** What is counted at a place; undefined where nobody has counted yet. */
export const count = (env: Env, variation: string, location: string): CountRow | undefined =>
  row<CountRow>(env, 'count', idOf(variation, location))

export function setCount(env: Env, variation: string, location: string, quantity: number): CountRow {
  const id = idOf(variation, location)
  const countRow: CountRow = { id, merchant: env.merchant, variation, location, quantity, at: moment(env) }
  save(env, 'count', countRow)
  return countRow
}

/** The platform's decimals: up to five, without zeros at their end. */
export const decimal = (quantity: number): string => String(Number(quantity.toFixed(5)))

export const shownCount = ({ variation, location, quantity, at }: CountRow) => ({
  catalog_object_id: variation,
  catalog_object_type: 'ITEM_VARIATION',
  state: 'IN_STOCK',
  location_id: location,
  quantity: decimal(quantity),
  calculated_at: at,
})
