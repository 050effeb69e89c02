import type { ReadyVariant } from '../../channel.ts'
import type { SquareConnection } from '../calls.ts'
import { allOptions } from './catalog.ts'
import type { Option } from '../wire.ts'

/** Options belong to the seller, not to an item: those that stand there are used, with what they lack. */
export interface Plan {
  /** In their order. */
  names: string[]
  /** Options to be made or to get more values, for the same request as the item. */
  objects: unknown[]
  optionId(name: string): string
  valuesOf(variant: ReadyVariant): { item_option_id: string; item_option_value_id: string }[]
}

const same = (a: string | null | undefined, b: string) => a?.toLowerCase() === b.toLowerCase()

export async function planOf(c: SquareConnection, names: string[], variants: ReadyVariant[]): Promise<Plan> {
  const there = names.length > 0 ? await allOptions(c) : []
  const planned = names.map((name, n) => {
    const values = [...new Set(variants.flatMap(({ options }) => options[name] ?? []))]
    return {
      name,
      ...optionOf(
        there.find(({ item_option_data: { name: own } }) => same(own, name)),
        name,
        n,
        values,
      ),
    }
  })
  const of = (name: string) => planned.find((option) => option.name === name)
  return {
    names,
    objects: planned.flatMap(({ object }) => (object ? [object] : [])),
    optionId: (name) => of(name)?.id ?? '',
    valuesOf: ({ options }) =>
      names.map((name) => ({
        item_option_id: of(name)?.id ?? '',
        item_option_value_id: of(name)?.valueIds.get((options[name] ?? '').toLowerCase()) ?? '',
      })),
  }
}

function optionOf(there: Option | undefined, name: string, n: number, values: string[]) {
  const id = there?.id ?? `#option-${n}`
  const old = there?.item_option_data.values ?? []
  const fresh = values.filter((value) => !old.some((existing) => same(existing.item_option_value_data.name, value)))
  const valueIds = new Map(old.map((value) => [(value.item_option_value_data.name ?? '').toLowerCase(), value.id]))
  const added = fresh.map((value, i) => {
    valueIds.set(value.toLowerCase(), `#value-${n}-${i}`)
    return {
      type: 'ITEM_OPTION_VAL',
      id: `#value-${n}-${i}`,
      item_option_value_data: { item_option_id: id, name: value },
    }
  })
  if (there && added.length === 0) return { id, valueIds, object: undefined }
  const unchanged = old.map(({ type, id: valueId, version, item_option_value_data }) => ({
    type,
    id: valueId,
    version,
    item_option_value_data,
  }))
  const data = there ? there.item_option_data : { name, display_name: name }
  const object = {
    type: 'ITEM_OPTION',
    id,
    ...(there && { version: there.version }),
    item_option_data: { ...data, values: [...unchanged, ...added] },
  }
  return { id, valueIds, object }
}
