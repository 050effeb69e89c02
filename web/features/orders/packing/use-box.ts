import { notifyManager } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { packPieces } from '#contract/orders/packing.ts'
import { orderFor, packedOf, printedCode, scanned } from '#domain/orders/packing/packing.ts'
import { listProducts } from '#contract/products/products.ts'
import { useWrite } from '#web/api.ts'
import { refresh } from '#web/cache.ts'
import { call, messageOf } from '#web/call.ts'
import { meant } from '#web/form/products/sellable.ts'
import { isLabel } from '#domain/orders/shipping/tracking.ts'
import { play } from './sound.ts'
import {
  elsewhere,
  keep,
  keyOf,
  type Line,
  type Order,
  refused,
  rightPiece,
  type Told,
  tookOut,
  tooMany,
  wrongPiece,
} from './told.ts'

/**
 * Lines with pieces on their way to the server: how many are packed once all are there, and how many are still to be told. What is read
 * meanwhile may hold some of them already, so they are not added to it.
 */
type Pending = Readonly<Record<string, { packed: number; open: number }>>

/** The box of the order that is packed: its lines with what was just put in, and what the packer is told. */
export function useBox(orders: readonly Order[], order: Order) {
  const [pending, setPending] = useState<Pending>({})
  const [feedback, setSaid] = useState<{ orderId: number; message: Told }>()
  const last = useRef<Promise<void>>(Promise.resolve())
  const scans = useRef(0)
  const write = useWrite(packPieces, { quiet: true })
  const lines = order.lines.map((line) => ({ ...line, packed: pending[keyOf(line)]?.packed ?? line.packed }))
  const tell = (message: Told, orderId = order.id) => {
    play(message.sound)
    setSaid({ orderId, message })
  }
  const send = async (orderId: number, line: Line, by: number) => {
    const key = keyOf(line)
    try {
      await write.mutateAsync({ body: { orderId, itemId: line.id, levelId: line.levelId, by } })
    } catch (error) {
      tell(refused(messageOf(error)), orderId)
      await refresh(['packing'])
    } finally {
      const settle = () =>
        setPending(({ [key]: settled, ...others }) =>
          settled && settled.open > 1 ? { ...others, [key]: { ...settled, open: settled.open - 1 } } : others,
        )
      // After what was read anew is drawn: before, the piece would be out of the box for a moment, and a label scanned then would be of a part.
      notifyManager.schedule(settle)
    }
  }
  /** Shown at once; told to the server one after the other, as they were scanned. */
  const put = (line: Line, by: 1 | -1) => {
    const changed = { ...line, packed: line.packed + by }
    if (changed.packed > line.quantity) return tell(tooMany(line))
    if (changed.packed < 0) return
    setPending((now) => ({
      ...now,
      [keyOf(line)]: { packed: changed.packed, open: (now[keyOf(line)]?.open ?? 0) + 1 },
    }))
    last.current = last.current.then(() => send(order.id, line, by))
    const after = lines.map((item) => (keyOf(item) === keyOf(line) ? changed : item))
    tell(by > 0 ? rightPiece(changed, after) : tookOut(changed))
  }
  /**
   * Says which product the wrong piece is, as soon as that is known, unless another was scanned meanwhile.
   * @param onLabel for what is no product of ours, and has the form of a carrier's number
   */
  const lookUp = async (code: string, turn: number, onLabel?: (code: string) => void) => {
    const { data } = await call(listProducts, {
      query: { search: [printedCode(code)], limit: 3, fields: ['bin', 'location', 'warehouse'] },
    })
    if (scans.current !== turn) return
    const product = meant(printedCode(code), data)
    if (!product && onLabel) return onLabel(code)
    const message = wrongPiece(code, lines, product ?? null)
    if (!product) play(message.sound)
    setSaid({ orderId: order.id, message })
  }
  /** @param onLabel what a label means, while some pieces lie in the box and others do not */
  const scan = (code: string, onLabel: (code: string) => void) => {
    scans.current += 1
    const result = scanned(lines, code)
    if (result.kind === 'right') return put(result.line, 1)
    // What another order of the run needs does not go back to the shelf. Whoever has packed nothing yet chooses the order by its first piece.
    const other = orderFor(orders, code, order.id)
    if (other) return tell(packedOf(lines).packed === 0 ? elsewhere(code, other) : keep(code, other))
    if (result.kind === 'tooMany') return tell(tooMany(result.line))
    // A seller's own SKU may look like a carrier's number: which it is, is known once it was looked for.
    const mayBeLabel = packedOf(lines).packed > 0 && isLabel(code)
    if (!mayBeLabel) tell(wrongPiece(code, lines))
    lookUp(code, scans.current, mayBeLabel ? onLabel : undefined).catch((error: unknown) =>
      tell(refused(messageOf(error))),
    )
  }
  return {
    lines,
    put,
    scan,
    tell,
    feedback: feedback?.orderId === order.id ? feedback.message : undefined,
    hush: () => setSaid(undefined),
    /** All that was ticked is on the server. */
    settled: () => last.current,
  }
}
