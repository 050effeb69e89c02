import type { Leaf } from './categories.ts'

/** `Clothing › Shirts › T-Shirts` */
export function CategoryName({ id, leaves }: { id: string; leaves: readonly Leaf[] }) {
  const leaf = leaves.find((known) => known.id === id)
  return leaf ? (
    <>
      {leaf.path.length > 0 && <span className="subtle">{leaf.path.join(' › ')} › </span>}
      {leaf.name}
    </>
  ) : (
    <>Category {id}</>
  )
}
