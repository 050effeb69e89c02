/*
 * What one SKU may have of pieces that several take: a component by itself, and every bundle of it. Each shows what it may have on its channels, as if
 * it were alone.
 */

export interface Taker {
  sku: string
  /** Of the component, for one of it. */
  pieces: number
  /** Of it that buyers may have on all channels: those that can still be bought, and those bought that we have not heard of. */
  ceiling: number
  /** Of it that were sold on channels, as their numbers tell, and not heard of. */
  unseen: number
  /** Of it that were sold in the last weeks. */
  demand: number
  /** Whether it is for sale anywhere, and kept in step. */
  isShown: boolean
}
export interface Component {
  available: number
  /** Whether no piece may be shown twice. */
  isDivided: boolean
  takers: readonly Taker[]
}

/**
 * How many of a SKU its channels may have together. @param components all that it takes pieces of
 * Where pieces are divided: no more than what others cannot sell any more, nor than its part of them, so that whoever has too many gives.
 */
export function roomOf(sku: string, components: readonly Component[]): number {
  const each = components.map((component) => {
    const own = component.takers.find((taker) => taker.sku === sku)
    return own ? Math.floor(piecesFor(component, own) / own.pieces) : 0
  })
  return each.length === 0 ? 0 : Math.max(0, Math.min(...each))
}

function piecesFor({ available, isDivided, takers }: Component, own: Taker): number {
  const others = takers.filter((taker) => taker !== own)
  const sum = (of: (taker: Taker) => number) => others.reduce((all, taker) => all + of(taker) * taker.pieces, 0)
  if (!isDivided) return available - sum(({ unseen }) => unseen)
  const among = takers.filter((taker) => taker === own || taker.isShown)
  const hidden = takers
    .filter((taker) => !among.includes(taker))
    .reduce((all, { ceiling, pieces }) => all + ceiling * pieces, 0)
  const parts = divideAmong(Math.max(0, available - hidden), among)
  return Math.min(available - sum(({ ceiling }) => ceiling), parts[among.indexOf(own)] ?? 0)
}

/**
 * Divides pieces by demand; each taker gets enough for one while there is, for nobody finds what is not shown. What does not make a whole one more of
 * anything is nobody's, unless somebody takes single pieces.
 * @returns pieces per taker; they sum to no more than there are
 */
export function divideAmong(pieces: number, takers: readonly Pick<Taker, 'pieces' | 'demand'>[]): number[] {
  const wish = takers.map((taker) => (taker.demand + 1) * taker.pieces)
  const order = takers.map((_, i) => i).sort((a, b) => (wish[b] ?? 0) - (wish[a] ?? 0) || a - b)
  const shares = takers.map(() => 0)
  let left = pieces
  const give = (i: number, amount: number) => {
    const unit = takers[i]?.pieces ?? 1
    const granted = Math.floor(Math.min(amount, left) / unit) * unit
    shares[i] = (shares[i] ?? 0) + granted
    left -= granted
  }
  for (const i of order) give(i, takers[i]?.pieces ?? 1)
  const rest = left
  const total = wish.reduce((sum, n) => sum + n, 0)
  for (const i of order) give(i, Math.floor((rest * (wish[i] ?? 0)) / total))
  for (const i of order) give(i, left)
  return shares
}
