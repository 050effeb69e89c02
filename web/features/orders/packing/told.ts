import type { CallReply } from '#contract/endpoint.ts'
import type { ItemReport, ordersToPack } from '#contract/orders/packing.ts'
import { orderName } from '#domain/orders/name.ts'
import { packedOf } from '#domain/orders/packing/packing.ts'
import { reportWords } from '#domain/orders/packing/reports.ts'
import { carrierFor, trackingDoubt } from '#domain/orders/shipping/tracking.ts'
import type { Sound } from './sound.ts'

export type Order = CallReply<typeof ordersToPack>[number]
export type Line = Order['lines'][number]

/** Names a line: of a bundle each component is one. */
export const keyOf = ({ id, levelId }: Pick<Line, 'id' | 'levelId'>): string => `${id}.${levelId}`

/** What a packer is told of what was just done. */
export interface Told {
  tone: 'success' | 'danger' | 'warning' | 'info'
  sound: Sound
  title: string
  detail: string
  /** Where the piece that is spoken of belongs. */
  place?: string
  /** What is to be done next. */
  next?: string
  /** An order that wants the piece instead. */
  goTo?: Order
}

export const placeOf = ({ warehouse, location, bin }: Pick<Line, 'warehouse' | 'location' | 'bin'>): string =>
  [warehouse, location, bin].filter(Boolean).join(' · ')

const named = ({ sku, title }: Pick<Line, 'sku' | 'title'>) => [sku, title].filter(Boolean).join(' ')
const inOrder = ({ packed, all }: { packed: number; all: number }) => `${packed} of ${all} items.`

/** A piece lies in the box. @param lines as they are with it */
export function rightPiece(line: Line, lines: readonly Line[]): Told {
  const count = packedOf(lines)
  const next = lines.find((candidate) => candidate.packed < candidate.quantity)
  if (!next) return allPacked(count.all)
  return {
    tone: 'success',
    sound: 'right',
    title: `Packed: ${line.title}, ${line.packed} of ${line.quantity}`,
    detail: `${inOrder(count)} Pick next: ${named(next)}`,
    place: placeOf(next),
  }
}

const allPacked = (all: number): Told => ({
  tone: 'info',
  sound: 'done',
  title: all === 1 ? 'Item packed. Scan the label' : `All ${all} items packed. Scan the label`,
  detail: 'Or enter the tracking number.',
})

export const tookOut = (line: Line): Told => ({
  tone: 'info',
  sound: 'right',
  title: `Removed: ${line.title}, ${line.packed} of ${line.quantity}`,
  detail: '',
})

export const tooMany = (line: Line): Told => ({
  tone: 'danger',
  sound: 'wrong',
  title:
    line.quantity > 1 ? `One too many. All ${line.quantity} are already packed` : 'One too many. It’s already packed',
  detail: `${named(line)}. Put this one back${placeOf(line) ? ' in' : '.'}`,
  place: placeOf(line),
})

/** @param product the product that the code is of, where it is known already; null: of none */
export function wrongPiece(
  code: string,
  lines: readonly Line[],
  product?: { sku: string; title: string; warehouse: string; location: string; bin: string } | null,
): Told {
  const needed = lines.find((line) => line.packed < line.quantity)
  const next = needed ? `Needed: ${named(needed)}` : ''
  if (product === null)
    return {
      tone: 'warning',
      sound: 'unknown',
      title: 'Unknown code',
      detail: `No product has the SKU or barcode ${code}.`,
      next,
    }
  return {
    tone: 'danger',
    sound: 'wrong',
    title: 'Wrong item. It isn’t in this order',
    detail:
      product && placeOf(product)
        ? `${named(product)}. Put it back in`
        : `${product ? named(product) : code}. Put it back.`,
    ...(product && { place: placeOf(product) }),
    next,
  }
}

/** The barcode of the slip that lies beside the box. */
export const ownBarcode = (order: Order, isPacked: boolean): Told => ({
  tone: 'info',
  sound: 'unknown',
  title: `You’re packing ${orderName(order)}`,
  detail: isPacked
    ? 'That’s the barcode of its packing slip. Scan the shipping label.'
    : 'That’s the barcode of its packing slip. Scan an item.',
})

/** A piece of an order that is no longer packed, and that no other order needs. */
export const putBack = (line: Line): Told => ({
  tone: 'warning',
  sound: 'unknown',
  title: 'No order needs this item',
  detail: placeOf(line) ? `${named(line)}. Put it back in` : `${named(line)}. Put it back.`,
  place: placeOf(line),
})

/** A code at the queue that begins no run. */
export const notInQueue = (code: string): Told => ({
  tone: 'warning',
  sound: 'unknown',
  title: 'No order needs this item',
  detail: `${code} is not in an order that is ready to pack.`,
})

export const elsewhere = (code: string, order: Order): Told => ({
  tone: 'warning',
  sound: 'unknown',
  title: `This item belongs to ${orderName(order)}`,
  detail: `${order.buyer || 'Another order'} needs ${code}.`,
  goTo: order,
})

/** A piece that this order does not need, or not any more, but another one that is packed next. */
export const keep = (code: string, order: Order): Told => ({
  tone: 'info',
  sound: 'unknown',
  title: `Keep it: ${orderName(order)} needs it`,
  detail: `Set ${code} aside for ${order.buyer || 'that order'}. Don’t put it back on the shelf.`,
  goTo: order,
})

export const refused = (sentence: string, title = 'Not saved'): Told => ({
  tone: 'danger',
  sound: 'wrong',
  title,
  detail: sentence,
})

function label(service: string, trackingNumber: string, title: string, next: string): Told {
  const doubt = trackingDoubt(service, trackingNumber)
  const carrier = carrierFor(service, trackingNumber)
  return {
    tone: doubt ? 'warning' : 'info',
    sound: doubt ? 'unknown' : 'right',
    title: `${title} ${trackingNumber}${carrier ? `, ${carrier}` : ''}`,
    detail: `${doubt ? `${doubt} ` : ''}${next}`,
  }
}

/** A label was scanned. @param parcel which of the order it is for */
export const labelled = (service: string, trackingNumber: string, parcel = 1): Told =>
  parcel === 1
    ? label(service, trackingNumber, 'Tracking number', 'Press Enter to ship, or scan the label of another parcel.')
    : label(service, trackingNumber, `Parcel ${parcel},`, 'Press Enter to ship, or Backspace to remove this label.')

/** The label of a box in which only a part of the order lies. */
export const labelledAPart = (
  service: string,
  trackingNumber: string,
  { packed, all }: { packed: number; all: number },
) =>
  label(
    service,
    trackingNumber,
    `Label for ${packed} of ${all} items.`,
    'Press Enter to ship these now and the rest later, or scan the next item.',
  )

export const labelledTwice = (trackingNumber: string): Told => ({
  tone: 'warning',
  sound: 'unknown',
  title: 'Label already scanned',
  detail: `${trackingNumber} is already on this order. Scan another label, or press Enter to ship.`,
})

export const unlabelledNow = (trackingNumber: string): Told => ({
  tone: 'info',
  sound: 'right',
  title: 'Label removed',
  detail: `${trackingNumber} was removed from this order.`,
})

/** A part is on its way. @param rest what is still to be packed */
export const partLeft = (rest: readonly Line[]): Told => {
  const [next] = rest
  const { all } = packedOf(rest)
  return {
    tone: 'success',
    sound: 'done',
    title: `Partial shipment sent. ${all === 1 ? '1 item' : `${all} items`} left`,
    detail: next ? `Pick next: ${named(next)}` : '',
    ...(next && { place: placeOf(next) }),
  }
}

export const noLabel: Told = {
  tone: 'warning',
  sound: 'unknown',
  title: 'No tracking number',
  detail: 'Scan the label, or press Enter again to ship without tracking.',
}

export const reported = (report: Pick<ItemReport, 'units' | 'sku' | 'title' | 'kind'>) =>
  `Reported: ${reportWords(report)}`

/** A damaged item that another one of the shelf takes the place of. */
export const replaced = (line: Line, units: number): Told => ({
  tone: 'warning',
  sound: 'unknown',
  title: `Take ${units === 1 ? 'another one' : `${units} others`} of ${line.title}`,
  detail: `${named(line)}. Keep the damaged ${units === 1 ? 'one' : 'ones'} out of the shelf.`,
  place: placeOf(line),
})

export const nothingToReport: Told = {
  tone: 'warning',
  sound: 'unknown',
  title: 'Nothing to report',
  detail: 'Every item is packed or already reported. Remove a damaged item from the box first.',
}
