interface Identified {
  id: number
}

/**
 * The same products of the same page in the order in which they stood: a save must not move rows away from under somebody's hands.
 * @param kept the ids in the order shown before, of the same page
 */
export function steady<T extends Identified>(rows: readonly T[], kept: readonly number[]): readonly T[] {
  if (rows.length !== kept.length) return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ordered = kept.flatMap((id) => byId.get(id) ?? [])
  return ordered.length === rows.length ? ordered : rows
}
