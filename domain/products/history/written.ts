import { type Held, type HeldVariation, type Snapshot, difference, snapshotOf } from './snapshot.ts'

/** Fields of a product as an entry of its history keeps them; a variation that was new then has no id. */
export type Written = Readonly<Record<string, unknown>>
type WrittenVariation = Omit<HeldVariation, 'id' | 'sold'> & { id?: number; sold?: number }

/**
 * What an entry of the history changed of a product, by the names that tables use. A variation without an id is the one that has its SKU now,
 * or one that is gone.
 * @returns null where nothing of it is left to be put back
 */
export function writtenChange(now: Held, old: Written, changed: Written): { before: Snapshot; after: Snapshot } | null {
  const idOf = new Map(now.variations?.map(({ sku, id }) => [sku, id]))
  const there = new Map(now.variations?.map((v) => [v.id, v]))
  let lastRow = Math.max(0, ...there.keys())
  const whole = ({ variations, ...fields }: Written): Snapshot => {
    const rows = (variations as WrittenVariation[] | undefined)?.map((v): HeldVariation => {
      const id = v.id ?? idOf.get(v.sku) ?? (lastRow += 1)
      idOf.set(v.sku, id)
      return { ...v, id, sold: v.sold ?? there.get(id)?.sold ?? 0 }
    })
    return snapshotOf({ ...now, ...fields, ...(rows && { variations: rows }) })
  }
  const before = whole(old)
  return difference(before, whole(changed))
}
