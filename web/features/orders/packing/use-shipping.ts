import { useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import { shipPacked } from '#contract/packing.ts'
import { orderName } from '#domain/orders/name.ts'
import { nextToPack, scanned, whyNotPacked } from '#domain/orders/packing.ts'
import { labelNumber } from '#domain/orders/tracking.ts'
import { wordOfLack } from '#domain/words/lacks.ts'
import { useWrite } from '#web/api.ts'
import { messageOf } from '#web/call.ts'
import { useKept } from '#web/form/kept.ts'
import { toast } from '#web/ui/toast.tsx'
import type { MoreParcel } from '../more-parcels.tsx'
import { labelled, noLabel, type Order, refused, tooMany } from './told.ts'
import type { useBox } from './use-box.ts'

interface Parcel {
  service: string
  trackingNumber: string
  moreParcels: MoreParcel[]
}

/** The parcel of the order that is packed, and how it is sent. What was typed of it stays in this tab until it is sent. */
export function useShipping(
  orders: readonly Order[],
  order: Order,
  box: ReturnType<typeof useBox>,
  show: (id: number) => void,
) {
  const kept = useKept<Record<string, Parcel>>('packing', () => ({}))
  const parcel = kept.draft[order.id] ?? {
    service: order.service,
    trackingNumber: order.trackingNumber,
    moreParcels: order.moreParcels,
  }
  /** The order that somebody wants to ship without a number, who was asked once. */
  const [unlabelled, setUnlabelled] = useState<number>()
  const noParcels = wordOfLack(builtDescription(order.channel), 'parcels')
  const write = useWrite(shipPacked, {
    quiet: true,
    onSuccess: (shipped) => {
      toast.success(`${orderName(shipped)} shipped`)
      box.hush()
      const next = nextToPack(orders, shipped.id)
      if (next) show(next.id)
    },
    onError: (error) => box.tell(refused(messageOf(error), 'Not shipped')),
  })
  const why = order.state === 'open' ? whyNotPacked(box.lines) : 'This order is not open any more.'
  const set = (change: Partial<Parcel>) => kept.change((now) => ({ ...now, [order.id]: { ...parcel, ...change } }))
  const ship = async () => {
    if (why || write.isPending) return
    if (!parcel.trackingNumber.trim() && !noParcels && unlabelled !== order.id) {
      setUnlabelled(order.id)
      return box.tell(noLabel)
    }
    await box.settled()
    write.mutate({ body: { orderId: order.id, ...parcel } })
  }
  /** What is scanned once all is packed: the label, or nothing more. */
  const label = (code: string) => {
    if (!code) return void ship()
    const piece = scanned(box.lines, code)
    if (piece.kind !== 'wrong') return box.tell(tooMany(piece.line))
    const trackingNumber = labelNumber(code)
    set({ trackingNumber })
    box.tell(labelled(parcel.service, trackingNumber))
  }
  return { parcel, set, why, noParcels, ship, label, isPending: write.isPending }
}
export type Sending = ReturnType<typeof useShipping>
