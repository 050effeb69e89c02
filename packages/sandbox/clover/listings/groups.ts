import { type Env, remove, row, rows, save } from '../../kit/merchants.ts'
import { type Json, textOf } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { invalid, notFound } from '../api/errors.ts'
import { bodyOf, elementsOf, expandsOf, filtersOf, holdFor, nested, pageOf } from '../api/input.ts'
import {
  attributesOf,
  type AttributeRow,
  type CategoryRow,
  type GroupRow,
  idOf,
  type ItemRow,
  itemsIn,
  items,
  liveItem,
  newId,
  type OptionRow,
  optionsOf,
  time,
} from '../state.ts'

const longest = 255
function nameIn(body: Json): string {
  const name = textOf(body['name'])
  if (!name.trim()) throw invalid('name is required')
  if (name.length > longest) throw invalid(`name may have ${longest} characters at most`)
  return name
}
const ok = (body: unknown): SimAnswer => ({ status: 200, body })
const hrefOf = (env: Env, request: SimRequest) => `${env.context.baseUrl}${request.path}`

const shownGroup = (env: Env, { id, name }: GroupRow, expands: ReadonlySet<string>) => ({
  id,
  name,
  ...(expands.has('items') && { items: nested(itemsIn(env, id).map((item) => ({ id: item.id }))) }),
  ...(expands.has('attributes') && {
    attributes: nested(attributesOf(env, id).map((attribute) => ({ id: attribute.id }))),
  }),
})
const shownAttribute = ({ id, name, group }: AttributeRow) => ({ id, name, itemGroup: { id: group } })
export const shownOption = ({ id, name, attribute }: OptionRow) => ({ id, name, attribute: { id: attribute } })

const groupExpands = ['items', 'attributes']
const groupFilters = ['modifiedTime', 'name', 'id', 'deletedTime']
const mustBeGroup = (env: Env, id: string): GroupRow => {
  const group = row<GroupRow>(env, 'group', id)
  if (!group) throw notFound('Item group not found')
  return group
}

export function listGroups(env: Env, request: SimRequest): SimAnswer {
  const expands = expandsOf(request, groupExpands)
  const filters = filtersOf(request, groupFilters)
  const groups = rows<GroupRow>(env, 'group').filter((group) =>
    holdFor(filters, (field) => group[field as keyof GroupRow]),
  )
  return pageOf(request, groups, {
    href: hrefOf(env, request),
    filters: groupFilters,
    show: (group) => shownGroup(env, group, expands),
  })
}
export const readGroup = (env: Env, request: SimRequest, id: string): SimAnswer =>
  ok(shownGroup(env, mustBeGroup(env, id), expandsOf(request, groupExpands)))

/** Makes one, or changes the name of one: its items are named after it. */
export function writeGroup(env: Env, request: SimRequest, id?: string): SimAnswer {
  const name = nameIn(bodyOf(request))
  const group: GroupRow = {
    id: id === undefined ? newId() : mustBeGroup(env, id).id,
    merchant: env.merchant,
    name,
    modifiedTime: time(env),
  }
  save(env, 'group', group)
  return ok(shownGroup(env, group, new Set()))
}
export function removeGroup(env: Env, id: string): SimAnswer {
  mustBeGroup(env, id)
  if (itemsIn(env, id).length > 0) throw invalid('An item group with items cannot be deleted')
  for (const attribute of attributesOf(env, id)) dropAttribute(env, attribute.id)
  remove(env, 'group', id)
  return ok({})
}

const mustBeAttribute = (env: Env, id: string): AttributeRow => {
  const attribute = row<AttributeRow>(env, 'attribute', id)
  if (!attribute) throw notFound('Attribute not found')
  return attribute
}
export const listAttributes = (env: Env, request: SimRequest): SimAnswer =>
  pageOf(request, rows<AttributeRow>(env, 'attribute'), { href: hrefOf(env, request), show: shownAttribute })
export const readAttribute = (env: Env, id: string): SimAnswer => ok(shownAttribute(mustBeAttribute(env, id)))
export function createAttribute(env: Env, request: SimRequest): SimAnswer {
  const body = bodyOf(request)
  const group = mustBeGroup(env, idOf(body['itemGroup'])).id
  const attribute: AttributeRow = { id: newId(), merchant: env.merchant, name: nameIn(body), group }
  save(env, 'attribute', attribute)
  return ok(shownAttribute(attribute))
}
export function removeAttribute(env: Env, id: string): SimAnswer {
  dropAttribute(env, mustBeAttribute(env, id).id)
  return ok({})
}
function dropAttribute(env: Env, id: string): void {
  const optionIds = new Set(optionsOf(env, id).map((option) => option.id))
  for (const item of items(env))
    if (item.options.some((option) => optionIds.has(option)))
      save(env, 'item', { ...item, options: item.options.filter((option) => !optionIds.has(option)) })
  for (const option of optionIds) remove(env, 'option', option)
  remove(env, 'attribute', id)
}

export const listOptions = (env: Env, request: SimRequest, attribute: string): SimAnswer =>
  pageOf(request, optionsOf(env, mustBeAttribute(env, attribute).id), {
    href: hrefOf(env, request),
    show: shownOption,
  })
export function createOption(env: Env, request: SimRequest, attribute: string): SimAnswer {
  const option: OptionRow = {
    id: newId(),
    merchant: env.merchant,
    name: nameIn(bodyOf(request)),
    attribute: mustBeAttribute(env, attribute).id,
  }
  save(env, 'option', option)
  return ok(shownOption(option))
}

/** Puts things into others, or with `delete=true` takes them out again. All of them, or none. */
function link(
  env: Env,
  request: SimRequest,
  { name, list, check }: { name: string; list: 'options' | 'categories'; check: (item: ItemRow, id: string) => void },
): SimAnswer {
  const isRemoval = request.query.get('delete') === 'true'
  const pairs = elementsOf(request, 'elements').map((pair) => {
    const item = liveItem(env, idOf(pair['item']))
    if (!item) throw notFound('Item not found')
    const id = idOf(pair[name])
    if (!isRemoval) check(item, id)
    return { item: item.id, id }
  })
  if (pairs.length === 0) throw invalid('elements is required')
  for (const { item: itemId, id } of pairs) {
    const item = liveItem(env, itemId)
    if (!item) continue
    const others = item[list].filter((linked) => linked !== id)
    save(env, 'item', { ...item, [list]: isRemoval ? others : [...others, id], modifiedTime: time(env) })
  }
  return ok({})
}
export const linkOptions = (env: Env, request: SimRequest): SimAnswer =>
  link(env, request, {
    name: 'option',
    list: 'options',
    check(item, id) {
      const option = row<OptionRow>(env, 'option', id)
      if (!option) throw notFound('Option not found')
      if (!item.group || row<AttributeRow>(env, 'attribute', option.attribute)?.group !== item.group)
        throw invalid('The option is not of the item group of this item')
    },
  })
export const linkCategories = (env: Env, request: SimRequest): SimAnswer =>
  link(env, request, {
    name: 'category',
    list: 'categories',
    check(_, id) {
      if (!row<CategoryRow>(env, 'category', id)) throw notFound('Category not found')
    },
  })
