/** A line that is short of pieces of a level. */
interface WaitingLine {
  levelId: number
  shortfall: number
  /** Pieces of the level that nobody has. */
  available: number
}

/** Gives what is available to the lines that wait for it. @param lines the first come first @returns those that get some, with how many */
export function waitingInOrder<L extends WaitingLine>(lines: readonly L[]): (L & { pieces: number })[] {
  const left = new Map(lines.map((line) => [line.levelId, line.available]))
  return lines.flatMap((line) => {
    const there = left.get(line.levelId) ?? 0
    const pieces = Math.min(line.shortfall, there)
    left.set(line.levelId, there - pieces)
    return pieces > 0 ? [{ ...line, pieces }] : []
  })
}
