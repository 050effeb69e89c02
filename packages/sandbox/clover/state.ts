import { randomBytes } from 'node:crypto'
import { type Json, objectOf, textOf } from '../kit/json.ts'
import { type Env, merchantsOf, row, rows, save } from '../kit/merchants.ts'
import type { SimContext } from '../kit/simulator.ts'

export interface MerchantRow {
  id: string
  name: string
  currency: string
  createdTime: number
  trackStock: boolean
  /** Counts up over all consents. */
  connected: number
}
interface Owned {
  id: string
  merchant: string
}
export interface ItemRow extends Owned {
  name: string
  price: number
  priceType: string
  hidden: boolean
  /** What was said last; with `autoManage` the stock says it. */
  available: boolean
  autoManage: boolean
  sku?: string
  code?: string
  group?: string
  options: string[]
  categories: string[]
  /** Absent until somebody counts. */
  quantity?: number
  countedAt?: number
  modifiedTime: number
  deletedTime?: number
  /** Whatever else was said of it. */
  more: Json
}
export interface GroupRow extends Owned {
  name: string
  modifiedTime: number
}
export interface AttributeRow extends Owned {
  name: string
  group: string
}
export interface OptionRow extends Owned {
  name: string
  attribute: string
}
export interface CategoryRow extends Owned {
  name: string
  sortOrder: number
  modifiedTime: number
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 13 upper-case characters. */
export const newId = (): string => [...randomBytes(13)].map((byte) => alphabet[byte % 32]).join('')

export const time = ({ context }: { context: SimContext }): number => context.now().getTime()

export const idOf = (value: unknown): string => textOf(objectOf(value)['id'])

export const { merchantRow, saveMerchant, merchants, merchantBy } = merchantsOf<MerchantRow>()

/** Items that were not deleted, in the order in which they were made. */
export const items = (env: Env): ItemRow[] =>
  rows<ItemRow>(env, 'item').filter(({ deletedTime }) => deletedTime === undefined)
export const itemsIn = (env: Env, group: string): ItemRow[] => items(env).filter((item) => item.group === group)
export function liveItem(env: Env, id: string): ItemRow | undefined {
  const item = row<ItemRow>(env, 'item', id)
  return item?.deletedTime === undefined ? item : undefined
}
export const optionsOf = (env: Env, attribute: string): OptionRow[] =>
  rows<OptionRow>(env, 'option').filter((option) => option.attribute === attribute)
export const attributesOf = (env: Env, group: string): AttributeRow[] =>
  rows<AttributeRow>(env, 'attribute').filter((attribute) => attribute.group === group)

/** The group names its items, after itself and their options. */
export function nameOf(env: Env, item: ItemRow): string {
  const group = item.group ? row<GroupRow>(env, 'group', item.group) : undefined
  if (!group) return item.name
  const options = item.options.flatMap((id) => row<OptionRow>(env, 'option', id)?.name ?? [])
  return [group.name, ...options].join(' ').slice(0, 127)
}
export const isAvailable = ({ autoManage, quantity, available }: ItemRow): boolean =>
  autoManage && quantity !== undefined ? quantity > 0 : available

/** A merchant with the first consent or the first item. Invented, but for the shape of each answer. */
export function makeMerchant(context: SimContext, name: string): Env {
  const id = newId()
  const env: Env = { context, merchant: id }
  const row: MerchantRow = { id, name, currency: 'USD', createdTime: time(env), trackStock: true, connected: 0 }
  context.store.put('merchant', id, row)
  for (const [n, category] of ['Shirts', 'Home', 'Gifts'].entries())
    save(env, 'category', {
      id: newId(),
      merchant: id,
      name: category,
      sortOrder: n + 1,
      modifiedTime: time(env),
    } satisfies CategoryRow)
  return env
}

/** What a reset empties; the merchant, its categories and who may enter stay. */
export const emptyShop = (context: SimContext): void =>
  context.store.clear(['item', 'group', 'attribute', 'option', 'order'])
