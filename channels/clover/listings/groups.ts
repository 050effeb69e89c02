import type { ReadyVariant } from '../../channel.ts'
import { chunks } from '../../kit/batch.ts'
import { all, ask, type CloverConnection, orNull, tell } from '../calls.ts'
import { optionNames } from './map.ts'
import { Attribute, type Item, ItemGroup, Option } from '../wire.ts'

const perCall = 100
const same = (a: string | null | undefined, b: string) => (a ?? '').toLowerCase() === b.toLowerCase()

/** A group of this name without items: what a try whose answer was lost left, or one that anybody may use. */
async function emptyGroup(c: CloverConnection, name: string): Promise<ItemGroup | undefined> {
  const groups = await all(c, ItemGroup, 'item_groups', [
    ['filter', `name=${name}`],
    ['expand', 'items,attributes'],
  ])
  return groups.find((group) => group.name === name && (group.items?.elements ?? []).length === 0)
}

export const newGroup = async (c: CloverConnection, name: string): Promise<ItemGroup> =>
  (await emptyGroup(c, name)) ?? (await ask(c, ItemGroup, { method: 'POST', path: 'item_groups', json: { name } }))

/** Its items are named after it. */
export async function renameGroup(c: CloverConnection, { id, name: before }: ItemGroup, name: string): Promise<void> {
  if (before !== name) await tell(c, { method: 'POST', path: `item_groups/${encodeURIComponent(id)}`, json: { name } })
}

interface Axis extends Attribute {
  options: Option[]
}
const optionsPath = (attribute: string) => `attributes/${encodeURIComponent(attribute)}/options`

async function axesOf(c: CloverConnection, group: ItemGroup): Promise<Axis[]> {
  const axes: Axis[] = []
  for (const { id } of group.attributes?.elements ?? []) {
    const attribute = await orNull(ask(c, Attribute, { method: 'GET', path: `attributes/${encodeURIComponent(id)}` }))
    if (attribute) axes.push({ ...attribute, options: await all(c, Option, optionsPath(id)) })
  }
  return axes
}

/** What varies in a group and the values that it takes: what is missing is made. */
export interface Plan {
  optionIds(variant: ReadyVariant): string[]
  /** Takes away what nothing varies by any more. */
  tidy(): Promise<void>
}

export async function planOf(c: CloverConnection, group: ItemGroup, variants: ReadyVariant[]): Promise<Plan> {
  const axes = await axesOf(c, group)
  const used = new Map<string, Axis>()
  for (const name of optionNames(variants)) {
    const axis = axes.find((candidate) => same(candidate.name, name)) ?? (await newAxis(c, group.id, name))
    for (const value of new Set(variants.map(({ options }) => options[name] ?? '')))
      if (value && !axis.options.some((option) => same(option.name, value)))
        axis.options.push(await ask(c, Option, { method: 'POST', path: optionsPath(axis.id), json: { name: value } }))
    used.set(name, axis)
  }
  return {
    optionIds: ({ options }) =>
      Object.entries(options).flatMap(
        ([name, value]) => used.get(name)?.options.find((option) => same(option.name, value))?.id ?? [],
      ),
    async tidy() {
      const usedIds = new Set([...used.values()].map(({ id }) => id))
      for (const { id } of axes.filter((axis) => !usedIds.has(axis.id)))
        await orNull(tell(c, { method: 'DELETE', path: `attributes/${encodeURIComponent(id)}` }))
    },
  }
}

async function newAxis(c: CloverConnection, itemGroup: string, name: string): Promise<Axis> {
  const json = { name, itemGroup: { id: itemGroup } }
  return { ...(await ask(c, Attribute, { method: 'POST', path: 'attributes', json })), options: [] }
}

interface Pair {
  item: { id: string }
  option: { id: string }
}

/** Gives items the values that they should have, and takes the others away. */
export async function nameItems(
  c: CloverConnection,
  plan: Plan,
  items: readonly { item: Item; variant: ReadyVariant }[],
): Promise<void> {
  const missing: Pair[] = []
  const wrong: Pair[] = []
  for (const { item, variant } of items) {
    const optionIds = plan.optionIds(variant)
    const there = (item.options?.elements ?? []).map(({ id }) => id)
    const pair = (id: string): Pair => ({ item: { id: item.id }, option: { id } })
    missing.push(...optionIds.filter((id) => !there.includes(id)).map(pair))
    wrong.push(...there.filter((id) => !optionIds.includes(id)).map(pair))
  }
  for (const elements of chunks(wrong, perCall))
    await tell(c, { method: 'POST', path: 'option_items', query: [['delete', 'true']], json: { elements } })
  for (const elements of chunks(missing, perCall))
    await tell(c, { method: 'POST', path: 'option_items', json: { elements } })
}
