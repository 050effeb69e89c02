import { randomBytes } from 'node:crypto'
import { type Json, textsOf } from '../kit/json.ts'
import { type Env, merchantsOf, row, rows, save } from '../kit/merchants.ts'
import type { SimContext } from '../kit/simulator.ts'

export interface Money {
  amount: number
  currency: string
}

export interface MerchantRow {
  id: string
  name: string
  currency: string
  country: string
  createdAt: string
  mainLocationId: string
  /** Counts up over all consents. */
  connected: number
  /** The last that a catalog object got; the next is higher. */
  lastVersion: number
  /** Until then every call is too much. */
  throttledUntil: string | null
}
export interface LocationRow {
  id: string
  merchant: string
  name: string
  status: 'ACTIVE' | 'INACTIVE'
  timezone: string
  address: Record<string, string>
}
/** Items, variations, options and their values are kept apart and put together when they are shown. */
export interface ObjectRow {
  id: string
  merchant: string
  type: string
  version: number
  updatedAt: string
  isDeleted: boolean
  atAll: boolean
  at: string[]
  notAt: string[]
  /** Its place in the list of all. */
  seq: number
  /** What the platform keeps in `item_data`, `item_variation_data` … without what is nested in it. */
  data: Json
}
export interface CountRow {
  id: string
  merchant: string
  variation: string
  location: string
  /** Pieces, with up to five decimals. */
  quantity: number
  at: string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** 24 upper-case characters in the catalog, 13 of a location or a merchant. */
export const newId = (length = 24): string => [...randomBytes(length)].map((byte) => alphabet[byte % 32]).join('')

export const moment = ({ context }: { context: SimContext }): string => context.now().toISOString()
export const minutesOf = (iso: string): string => iso.replace(/\.\d+Z$/, 'Z')

export const filledTexts = (value: unknown): string[] => textsOf(value).filter(Boolean)

export const { merchantRow, saveMerchant, merchants, merchantBy } = merchantsOf<MerchantRow>()

export const locations = (env: Env): LocationRow[] => rows<LocationRow>(env, 'location')

/** An object that was not deleted. */
export function live(env: Env, id: string, type?: string): ObjectRow | undefined {
  const object = row<ObjectRow>(env, 'object', id)
  return object && !object.isDeleted && (type === undefined || object.type === type) ? object : undefined
}
export const objects = (env: Env, type: string): ObjectRow[] =>
  rows<ObjectRow>(env, 'object').filter((object) => object.type === type && !object.isDeleted)
export const variationsOf = (env: Env, item: string): ObjectRow[] =>
  objects(env, 'ITEM_VARIATION')
    .filter(({ data }) => data['item_id'] === item)
    .toSorted((a, b) => Number(a.data['ordinal'] ?? 0) - Number(b.data['ordinal'] ?? 0))

export const isAt = ({ atAll, at, notAt }: ObjectRow, location: string): boolean =>
  atAll ? !notAt.includes(location) : at.includes(location)

/** The version of the next write, as the platform reckons it: milliseconds that never repeat. */
export function nextVersion(env: Env): number {
  const version = Math.max(env.context.now().getTime(), merchantRow(env).lastVersion + 1)
  saveMerchant(env, { lastVersion: version })
  return version
}

/** A seller with the first consent or the first item: invented, but for the shape of each answer. */
export function makeMerchant(context: SimContext, name: string): Env {
  const id = newId(13)
  const env: Env = { context, merchant: id }
  const invented: Pick<LocationRow, 'name' | 'timezone' | 'address'>[] = [
    {
      name: 'Main street',
      timezone: 'America/Los_Angeles',
      address: {
        address_line_1: '210 Alder Street',
        locality: 'Portland',
        administrative_district_level_1: 'OR',
        postal_code: '97205',
        country: 'US',
      },
    },
    {
      name: 'Market hall',
      timezone: 'America/Los_Angeles',
      address: {
        address_line_1: '8 Market Square',
        locality: 'Seattle',
        administrative_district_level_1: 'WA',
        postal_code: '98101',
        country: 'US',
      },
    },
    { name: 'Winter fair', timezone: 'America/Los_Angeles', address: { locality: 'Portland', country: 'US' } },
  ]
  const places = invented.map(
    (place, n): LocationRow => ({ ...place, id: newId(13), merchant: id, status: n === 2 ? 'INACTIVE' : 'ACTIVE' }),
  )
  const merchant: MerchantRow = {
    id,
    name,
    currency: 'USD',
    country: 'US',
    createdAt: context.now().toISOString(),
    mainLocationId: places[0]?.id ?? '',
    connected: 0,
    lastVersion: 0,
    throttledUntil: null,
  }
  context.store.put('merchant', id, merchant)
  for (const place of places) save(env, 'location', place)
  makeCatalog(env)
  return env
}

const tree: [name: string, children: string[]][] = [
  ['Clothing', ['Shirts', 'Jackets', 'Accessories']],
  ['Home', ['Kitchen', 'Decoration']],
  ['Gifts', []],
]
/** Invented: the categories and the tax of a small shop. */
function makeCatalog(env: Env): void {
  const version = nextVersion(env)
  const add = (type: string, data: Json): string => {
    const id = newId()
    const blank = { merchant: env.merchant, isDeleted: false, atAll: true, at: [], notAt: [] }
    const seq = env.context.store.nextNumber('object')
    save(env, 'object', { ...blank, id, type, version, seq, updatedAt: moment(env), data } satisfies ObjectRow)
    return id
  }
  const category = (name: string, parent?: string) =>
    add('CATEGORY', {
      name,
      category_type: 'REGULAR_CATEGORY',
      is_top_level: parent === undefined,
      ...(parent !== undefined && { parent_category: { id: parent } }),
    })
  for (const [name, children] of tree) {
    const parent = category(name)
    for (const child of children) category(child, parent)
  }
  add('TAX', {
    name: 'Sales tax',
    calculation_phase: 'TAX_SUBTOTAL_PHASE',
    inclusion_type: 'ADDITIVE',
    percentage: '6.5',
    enabled: true,
  })
}

/** What a reset empties; the seller, its places, categories and who may enter stay. */
export function emptyShop(context: SimContext): void {
  context.store.clear(['count', 'change', 'order', 'payment', 'refund', 'idempotency', 'picture'])
  for (const object of context.store.list<ObjectRow>('object'))
    if (object.type !== 'CATEGORY' && object.type !== 'TAX') context.store.delete('object', object.id)
}
