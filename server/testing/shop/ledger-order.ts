import type { Ctx } from '../../context.ts'
import { moveForOrders, takeForOrder } from '../../features/stock/service.ts'

interface Line {
  key: string
  sku: string
  quantity: number
}
interface Reserved {
  levelId: number
  taken: number
  /** Units that count as sold. */
  sold: number
}

/** An order that the ledger alone knows. One change of it follows the other, as those of a real one wait for its row. */
export function ledgerOrder(ctx: Ctx, orderId: number, lines: readonly Line[]) {
  const reserved = new Map<string, Reserved>()
  let last: Promise<unknown> = Promise.resolve()
  let turn = 0
  const after = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next
    return next
  }
  const move = (kind: 'ship' | 'release', most: number) =>
    after(async () => {
      turn += 1
      const moves = [...reserved].map(([key, line]) => {
        const units = Math.min(line.taken, most)
        const unsold = kind === 'release' ? Math.min(line.sold, most) : 0
        reserved.set(key, {
          ...line,
          taken: line.taken - units,
          sold: kind === 'ship' ? line.sold - units : line.sold - unsold,
        })
        return { orderId, key: `${key}.${turn}`, kind, levelId: line.levelId, units, unsold }
      })
      await moveForOrders(
        ctx,
        'ebay',
        moves.filter(({ units, unsold }) => units + unsold > 0),
      )
    })
  return {
    orderId,
    lines,
    take: (some: readonly Line[] = lines) =>
      after(async () => {
        const answers = await takeForOrder(ctx, { orderId, source: 'ebay', lines: some })
        for (const [key, answer] of answers)
          if (answer && !reserved.has(key)) reserved.set(key, { ...answer, sold: answer.taken + answer.shortfall })
        return answers
      }),
    /** Of each line so many units, or all that it has reserved. */
    ship: (most = Number.MAX_SAFE_INTEGER) => move('ship', most),
    release: (most = Number.MAX_SAFE_INTEGER) => move('release', most),
  }
}
