import type { z } from 'zod'
import { fieldsOf } from '#contract/products/fields.ts'
import type { ProductChange } from '#contract/products/products.ts'
import { attributeName } from '../columns/columns.ts'
import { attributeOf } from './cells.ts'
import type { Pending, PendingCell, PendingProduct } from './pending.ts'

type Change = z.input<typeof ProductChange>

const numbers = fieldsOf('money', 'count')
const texts = fieldsOf('line', 'text', 'barcode', 'tags')
const sizes = ['weight', 'width', 'length', 'height'] as const
const isOne = <T extends string>(list: readonly T[], field: string): field is T =>
  (list as readonly string[]).includes(field)

/** The changed cells of a product as the server takes them; cells with a problem stay behind. Undefined when nothing can be sent. */
export function changeOf({ row, cells }: PendingProduct): Change | undefined {
  const ready = [...cells].filter(([, cell]) => !cell.problem && cell.state !== 'saved')
  if (!ready.length) return undefined
  const change: Change = { id: row.id, version: row.version }
  for (const [field, { text }] of ready) {
    if (isOne(numbers, field)) change[field] = Number(text)
    else if (isOne(texts, field)) change[field] = text
    else if (field === 'active') change.active = text === 'Yes'
  }
  const measured = sizeChange(row, ready)
  if (measured) change.sizeAndWeight = measured
  const attributes = attributeChange(row, ready)
  if (attributes) change.attributes = attributes
  return change
}

type Ready = readonly (readonly [string, PendingCell])[]

/** Sizes and units are kept together. */
function sizeChange({ sizeAndWeight }: PendingProduct['row'], ready: Ready): Change['sizeAndWeight'] {
  const next: NonNullable<Change['sizeAndWeight']> = { ...sizeAndWeight }
  let touched = false
  for (const [field, { text, column }] of ready) {
    if (isOne(sizes, field)) next[field] = text === '' ? null : Number(text)
    else if (field === 'weightUnit' || field === 'sizeUnit')
      Object.assign(next, { [field]: column.options?.find((unit) => unit === text) })
    else continue
    touched = true
  }
  return touched ? next : undefined
}

/** All attributes of the product, some with another value. */
function attributeChange(row: PendingProduct['row'], ready: Ready): Change['attributes'] {
  const values = new Map(
    ready.flatMap(([field, { text }]) => {
      const name = attributeName(field)
      const attribute = name === undefined ? undefined : attributeOf(row, name)
      return attribute ? [[attribute, text] as const] : []
    }),
  )
  return values.size
    ? row.attributes?.map((a) => (values.has(a) ? { ...a, value: values.get(a) ?? '', source: 'user' } : a))
    : undefined
}

/** Everything that can be sent. */
export const changesOf = (pending: Pending): Change[] =>
  [...pending.products.values()].flatMap((product) => changeOf(product) ?? [])
