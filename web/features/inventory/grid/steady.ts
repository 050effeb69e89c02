interface Identified {
  id: number
}

/**
 * The same products of the same page in the order in which they stood: a save must not move rows away from under somebody's hands.
 * @param previousIds the ids in the order shown before, of the same page
 */
export function steady<T extends Identified>(rows: readonly T[], previousIds: readonly number[]): readonly T[] {
  if (rows.length !== previousIds.length) return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ordered = previousIds.flatMap((id) => byId.get(id) ?? [])
  return ordered.length === rows.length ? ordered : rows
}
