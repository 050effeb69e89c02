import { labelOf } from '#domain/products/attributes/labels.ts'
import { type Held, type Snapshot, counts, putBack } from '#domain/products/history/snapshot.ts'
import { type Change, failure } from './plan.ts'
import type { Wanted } from './change.ts'

/** Puts back what a change made of a product, where nobody changed the same since. */
export function backwards(id: number, before: Snapshot, after: Snapshot): Wanted {
  const names = Object.keys({ ...before, ...after })
  const templateId = typeof before.templateId === 'number' ? before.templateId : undefined
  return {
    id,
    templateId,
    levels: names.some(
      (name) => counts.test(name) || name.startsWith('variation') || name === 'sku' || name === 'templateId',
    ),
    plan: (now) => {
      const back = putBack(now, before, after)
      if ('conflict' in back)
        return failure('edit_conflict', `${labelOf(back.conflict)} was changed since.`, {
          [back.conflict]: 'Changed since.',
        })
      return changeOf(now, back.state, names)
    },
  }
}

/** The change that makes of a product what it was; variations that are gone come as new ones. */
function changeOf(now: Held, { variations, ...held }: Held, names: readonly string[]): Omit<Change, 'id'> {
  const there = new Set(now.variations?.map((v) => v.id))
  const parts = new Set(names.map(partOf))
  const change: Snapshot = Object.fromEntries(
    [...parts].filter((part) => part in held).map((part) => [part, held[part as keyof typeof held]]),
  )
  if (parts.has('variations')) change.variations = variations?.map(({ id, ...v }) => (there.has(id) ? { ...v, id } : v))
  return change
}
const measures = new Set(['weightUnit', 'sizeUnit', 'weight', 'width', 'length', 'height'])
function partOf(name: string): string {
  if (name.startsWith('attr.')) return 'attributes'
  if (name.startsWith('variation.')) return 'variations'
  return measures.has(name) ? 'sizeAndWeight' : name
}
