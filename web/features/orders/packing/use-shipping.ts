import { useRef, useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import { shipPacked, shipPart } from '#contract/orders/packing.ts'
import { orderName } from '#domain/orders/name.ts'
import { nextToPack, orderFor, packedOf, partOf, scanned, whyNotPacked } from '#domain/orders/packing/packing.ts'
import { labelNumber } from '#domain/orders/shipping/tracking.ts'
import { wordOfLack } from '#domain/words/lacks.ts'
import { useWrite } from '#web/api.ts'
import { messageOf } from '#web/call.ts'
import { useKept } from '#web/form/kept.ts'
import { wholeSize } from '#web/form/products/whole.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { MoreParcel } from '../shipping/more-parcels.tsx'
import {
  keep,
  labelled,
  labelledAPart,
  labelledTwice,
  noLabel,
  type Order,
  partLeft,
  refused,
  tooMany,
  unlabelledNow,
} from './told.ts'
import type { useBox } from './use-box.ts'

interface Parcel {
  service: string
  trackingNumber: string
  moreParcels: MoreParcel[]
}

/** The parcels that have not left yet, as they are noted at the order. */
function notedParcel({ service, trackingNumber, moreParcels, sentParcels }: Order): Parcel {
  if (sentParcels === 0) return { service, trackingNumber, moreParcels }
  const [first, ...others] = moreParcels.slice(sentParcels - 1)
  return { service: first?.service ?? service, trackingNumber: first?.trackingNumber ?? '', moreParcels: others }
}

/** The parcels of the order that is packed, and how they are sent. What was typed of them stays in this tab until it is sent. */
export function useShipping(
  orders: readonly Order[],
  order: Order,
  box: ReturnType<typeof useBox>,
  show: (id: number, ...codes: string[]) => void,
  scanLater: (codes: readonly string[]) => void,
) {
  const saved = useKept<Record<string, Parcel>>('packing', () => ({}))
  const key = `${order.id}.${order.sentParcels}`
  const noted = notedParcel(order)
  const parcel = saved.draft[key] ?? noted
  /** What somebody wants to send without a number, who was asked once. */
  const [unlabelled, setUnlabelled] = useState<string>()
  /** A label was scanned for the part that lies in the box. */
  const [labelledPart, setLabelledPart] = useState<string>()
  const noParcels = wordOfLack(builtDescription(order.channel), 'parcels')
  const onError = (error: Error) => box.tell(refused(messageOf(error), 'Not shipped'))
  const write = useWrite(shipPacked, {
    quiet: true,
    onSuccess: (shipped) => {
      toast.success(`${orderName(shipped)} shipped`)
      box.hush()
      const next = nextToPack(orders, shipped.id)
      if (next) show(next.id, ...waiting.current)
    },
    onError,
  })
  const writePart = useWrite(shipPart, {
    quiet: true,
    onSuccess: (rest) => {
      toast.success(`Part of ${orderName(rest)} shipped`)
      box.tell(partLeft(rest.lines))
      scanLater(waiting.current)
    },
    onError,
  })
  const isPending = write.isPending || writePart.isPending
  const why = order.state === 'open' ? whyNotPacked(box.lines) : 'This order is no longer open.'
  const part = order.state === 'open' && !order.whyWhole ? partOf(box.lines) : order.whyWhole
  const { packed, all } = packedOf(box.lines)
  const set = (change: Partial<Parcel>) => saved.change((now) => ({ ...now, [key]: { ...parcel, ...change } }))
  /** @returns whether it has a number, or somebody wants it to leave without */
  const isLabelled = (number: string) => {
    if (parcel.trackingNumber.trim() || noParcels || unlabelled === number) return true
    setUnlabelled(number)
    box.tell(noLabel)
    return false
  }
  /** One parcel at a time, though the pieces before it are still on their way: of two presses the second would be refused. */
  const sends = useRef(false)
  /** What was scanned meanwhile. */
  const waiting = useRef<string[]>([])
  const send = async (start: (o: { onSettled: () => void }) => void) => {
    sends.current = true
    waiting.current = []
    await box.settled()
    start({ onSettled: () => void (sends.current = false) })
  }
  const ship = async () => {
    if (why || sends.current || !isLabelled(key)) return
    await send((o) => write.mutate({ body: { orderId: order.id, ...parcel } }, o))
  }
  const sendPart = async () => {
    if (typeof part === 'string' || sends.current || !isLabelled(`part ${key}`)) return
    const { service, trackingNumber } = parcel
    await send((o) => writePart.mutate({ body: { orderId: order.id, service, trackingNumber } }, o))
  }
  /** Another parcel of the order; the first that is scanned takes the place of what was noted before. */
  const add = (trackingNumber: string) => {
    const { service, moreParcels } = parcel
    const numbers = [parcel.trackingNumber, ...moreParcels.map((other) => other.trackingNumber)]
    const isFirst =
      noParcels || !parcel.trackingNumber.trim() || (saved.draft[key] === undefined && moreParcels.length === 0)
    if (!isFirst && numbers.includes(trackingNumber)) return box.tell(labelledTwice(trackingNumber))
    if (isFirst) set({ trackingNumber })
    else {
      set({
        moreParcels: [
          ...moreParcels,
          { service: moreParcels.at(-1)?.service ?? '', trackingNumber, sizeAndWeight: wholeSize({}) },
        ],
      })
    }
    box.tell(labelled(service, trackingNumber, isFirst ? 1 : numbers.length + 1))
  }
  return {
    parcel,
    set,
    why,
    /** What the button sends of an order that is not packed whole; '' where it cannot. */
    part: why && typeof part !== 'string' ? `${packed} of ${all}` : '',
    noParcels,
    ship,
    sendPart,
    /** Whoever scans on while a parcel is sent means the next order: the code waits for it. @returns whether it waits */
    wait: (code: string) => {
      if (sends.current && code) waiting.current.push(code)
      return sends.current
    },
    /** What is scanned once all is packed: a label, or nothing more. */
    label: (code: string) => {
      if (!code) return void ship()
      const other = orderFor(orders, code, order.id)
      if (other) return box.tell(keep(code, other))
      const piece = scanned(box.lines, code)
      if (piece.kind !== 'wrong') return box.tell(tooMany(piece.line))
      add(labelNumber(code))
    },
    /** A label that is scanned before all is packed: for the part that lies in the box. */
    labelPart: (code: string) => {
      if (typeof part === 'string') return box.tell(refused(part, 'Label not accepted'))
      const trackingNumber = labelNumber(code)
      set({ trackingNumber })
      setLabelledPart(key)
      box.tell(labelledAPart(parcel.service, trackingNumber, { packed, all }))
    },
    /** Enter on an empty field, before all is packed. */
    confirmPart: () => void (labelledPart === key && sendPart()),
    /** @returns whether there was a label to take away */
    unlabel: () => {
      const last = parcel.moreParcels.at(-1)
      if (last && !last.trackingNumber) return false
      const number = last?.trackingNumber ?? parcel.trackingNumber
      if (why || !number) return false
      set(last ? { moreParcels: parcel.moreParcels.slice(0, -1) } : { trackingNumber: '' })
      box.tell(unlabelledNow(number))
      return true
    },
    isPending,
  }
}
export type Sending = ReturnType<typeof useShipping>
