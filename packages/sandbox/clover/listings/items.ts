import { type Env, row, rows, save } from '../../kit/merchants.ts'
import { type Json, textOf } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { invalid, invalidId, notFound } from '../api/errors.ts'
import { bodyOf, elementsOf, expandsOf, filtersOf, holdFor, nested, pageOf } from '../api/input.ts'
import { shownOption } from './groups.ts'
import {
  type CategoryRow,
  type GroupRow,
  idOf,
  isAvailable,
  type ItemRow,
  items,
  liveItem,
  nameOf,
  newId,
  type OptionRow,
  time,
} from '../state.ts'
import { shownStock } from '../stock/stock.ts'
import { tellChange } from '../webhooks/webhooks.ts'

const expandable = ['tags', 'categories', 'taxRates', 'modifierGroups', 'itemStock', 'options'] as const
const filterable = ['id', 'name', 'sku', 'modifiedTime', 'deleted', 'hidden', 'price', 'alternateName', 'itemCode']
/** What is kept as it was said, and shown again. */
const others = ['alternateName', 'cost', 'unitName', 'defaultTaxRates', 'isRevenue', 'colorCode'] as const
const lengths: Record<string, number> = {
  name: 127,
  alternateName: 127,
  sku: 100,
  code: 100,
  unitName: 64,
  colorCode: 9,
}

export const shownCategory = ({ id, name, sortOrder }: CategoryRow) => ({ id, name, sortOrder })

export function shownItem(env: Env, item: ItemRow, expands: ReadonlySet<string> = new Set()) {
  const { id, hidden, autoManage, sku, code, price, priceType, group, modifiedTime, deletedTime, more } = item
  const categories = () => item.categories.flatMap((categoryId) => row<CategoryRow>(env, 'category', categoryId) ?? [])
  const options = () => item.options.flatMap((optionId) => row<OptionRow>(env, 'option', optionId) ?? [])
  return {
    id,
    hidden,
    available: isAvailable(item),
    autoManage,
    ...(group && { itemGroup: { id: group } }),
    name: nameOf(env, item),
    ...(code !== undefined && { code }),
    ...(sku !== undefined && { sku }),
    price,
    priceType,
    defaultTaxRates: true,
    isRevenue: true,
    ...more,
    modifiedTime,
    ...(deletedTime !== undefined && { deletedTime }),
    ...(expands.has('categories') && { categories: nested(categories().map(shownCategory)) }),
    ...(expands.has('options') && { options: nested(options().map(shownOption)) }),
    ...(expands.has('itemStock') && { itemStock: shownStock(item) }),
    ...(expands.has('tags') && { tags: nested([]) }),
    ...(expands.has('taxRates') && { taxRates: nested([]) }),
    ...(expands.has('modifierGroups') && { modifierGroups: nested([]) }),
  }
}

export function list(env: Env, request: SimRequest): SimAnswer {
  const expands = expandsOf(request, expandable)
  const filters = filtersOf(request, filterable)
  const fieldOf = (item: ItemRow) => (field: string) => {
    if (field === 'deleted') return String(item.deletedTime !== undefined)
    if (field === 'name') return nameOf(env, item)
    if (field === 'itemCode') return item.code
    return item[field as keyof ItemRow] ?? item.more[field]
  }
  // What was deleted is shown to who asks for it.
  const isDeletedIncluded = filters.some(({ field }) => field === 'deleted')
  const matches = (isDeletedIncluded ? rows<ItemRow>(env, 'item') : items(env)).filter((item) =>
    holdFor(filters, fieldOf(item)),
  )
  const href = `${env.context.baseUrl}${request.path}`
  return pageOf(request, matches, { href, filters: filterable, show: (item) => shownItem(env, item, expands) })
}

export const mustBe = (env: Env, id: string): ItemRow => {
  const item = liveItem(env, id)
  if (!item) throw invalidId()
  return item
}

export const retrieve = (env: Env, request: SimRequest, id: string): SimAnswer => ({
  status: 200,
  body: shownItem(env, mustBe(env, id), expandsOf(request, expandable)),
})

/** @throws Refused where it is not one that the platform keeps */
function checked(body: Json): void {
  for (const [name, most] of Object.entries(lengths))
    if (textOf(body[name]).length > most) throw invalid(`${name} may have ${most} characters at most`)
  const { name, price, priceType } = body
  if (name !== undefined && textOf(name).trim() === '') throw invalid('name is required')
  if (price !== undefined && !(Number.isInteger(price) && Number(price) >= 0)) throw invalid('price must be at least 0')
  if (priceType !== undefined && !['FIXED', 'VARIABLE', 'PER_UNIT'].includes(textOf(priceType)))
    throw invalid('priceType is not known')
}

function changed(env: Env, item: ItemRow, body: Json): ItemRow {
  checked(body)
  if (body['itemGroup'] !== undefined && idOf(body['itemGroup']) !== (item.group ?? ''))
    throw invalid('An item cannot change its itemGroup')
  const sentOr = <T>(name: string, before: T): T => (body[name] === undefined ? before : (body[name] as T))
  const more = Object.fromEntries(others.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))
  const { sku, code } = { sku: sentOr('sku', item.sku), code: sentOr('code', item.code) }
  return {
    ...item,
    // The names of a group's items are its own.
    name: item.group ? item.name : sentOr('name', item.name),
    price: sentOr('price', item.price),
    priceType: sentOr('priceType', item.priceType),
    hidden: sentOr('hidden', item.hidden),
    available: sentOr('available', item.available),
    autoManage: sentOr('autoManage', item.autoManage),
    ...(sku !== undefined && { sku }),
    ...(code !== undefined && { code }),
    more: { ...item.more, ...more },
    modifiedTime: time(env),
  }
}

/** An item as it comes to be. */
export function makeItem(env: Env, body: Json): ItemRow {
  const group = idOf(body['itemGroup'])
  if (body['name'] === undefined && !group) throw invalid('name is required')
  if (body['price'] === undefined) throw invalid('price is required')
  if (group && !row<GroupRow>(env, 'group', group)) throw notFound('Item group not found')
  const blank: ItemRow = {
    id: newId(),
    merchant: env.merchant,
    name: textOf(body['name']),
    price: 0,
    priceType: 'FIXED',
    hidden: false,
    available: true,
    autoManage: false,
    ...(group && { group }),
    options: [],
    categories: [],
    modifiedTime: 0,
    more: {},
  }
  return changed(env, blank, body)
}

function keep(env: Env, all: ItemRow[], type: 'CREATE' | 'UPDATE'): void {
  for (const item of all) save(env, 'item', item)
  tellChange(
    env,
    all.map(({ id }) => ({ objectId: `I:${id}`, type })),
  )
}

export function create(env: Env, request: SimRequest): SimAnswer {
  const item = makeItem(env, bodyOf(request))
  keep(env, [item], 'CREATE')
  return { status: 200, body: shownItem(env, item) }
}

export function update(env: Env, request: SimRequest, id: string): SimAnswer {
  const item = changed(env, mustBe(env, id), bodyOf(request))
  keep(env, [item], 'UPDATE')
  return { status: 200, body: shownItem(env, item) }
}

/** With PUT what is not said goes back to nothing, and the name must be said. */
export function replace(env: Env, request: SimRequest, id: string): SimAnswer {
  const body = bodyOf(request)
  if (!textOf(body['name'])) throw invalid('name is required')
  const { sku: _sku, code: _code, ...before } = mustBe(env, id)
  const item = changed(env, { ...before, price: 0, more: {} }, body)
  keep(env, [item], 'UPDATE')
  return { status: 200, body: shownItem(env, item) }
}

export function remove(env: Env, id: string): SimAnswer {
  const item = mustBe(env, id)
  save(env, 'item', { ...item, deletedTime: time(env), modifiedTime: time(env) })
  tellChange(env, [{ objectId: `I:${id}`, type: 'DELETE' }])
  return { status: 200, body: {} }
}

/** All of them, or none. */
export function createMany(env: Env, request: SimRequest): SimAnswer {
  const all = elementsOf(request, 'items').map((element) => makeItem(env, element))
  if (all.length === 0) throw invalid('items is required')
  keep(env, all, 'CREATE')
  return { status: 200, body: all.map((item) => shownItem(env, item)) }
}
export function updateMany(env: Env, request: SimRequest): SimAnswer {
  const elements = elementsOf(request, 'items')
  if (elements.length === 0) throw invalid('items is required')
  const all = elements.map((element) => changed(env, mustBe(env, textOf(element['id'])), element))
  keep(env, all, 'UPDATE')
  return { status: 200, body: all.map((item) => shownItem(env, item)) }
}
