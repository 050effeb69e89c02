/*
 * Money that goes back, and orders that are called off, through a channel's API. Amounts are minor units of the order's currency.
 */

export interface RefundingLine {
  externalId: string
  /** Pieces that it takes out of the order; 0: money alone. */
  quantity: number
  /** Of those pieces that no parcel has left with. */
  unsent: number
  amount: number
  /** For sale again. The pieces of a parcel are put back on the shelf here, and the channel hears of it with the next quantity. */
  restock: boolean
}

export interface Refunding {
  externalOrderId: string
  /** A UUID of ours: the same one is the same refund, however often it is asked for. */
  key: string
  lines: readonly RefundingLine[]
  /** Of the delivery. */
  shipping: number
  currency: string
  /** One of those in the channel's description. */
  reason: string
  /** '' is none. */
  note: string
  /** An earlier try may have been carried out: what the order's refunds were before it. */
  lost?: readonly string[]
}

export interface Cancelling {
  externalOrderId: string
  reason: string
  note: string
  restock: boolean
}

/** Money that went back, as the channel lists it. */
export interface ToldRefund {
  id: string
  amount: number
}

export const totalOf = ({ lines, shipping }: Pick<Refunding, 'lines' | 'shipping'>): number =>
  lines.reduce((sum, { amount }) => sum + amount, shipping)

/** Part of the seam: what a channel's API undoes of an order. Its description says the same in words. */
export interface UndoCalls<C> {
  /**
   * Gives money back through the channel; absent: only on its own page. Asked again after a lost answer (`lost`) it gives nothing back a second
   * time: by the key, or by looking for a refund that was not there before. @returns the channel's name for it
   * @throws ChannelError; `maybeDone` where nobody can tell whether it was done
   */
  refund?(c: C, refund: Refunding): Promise<{ id: string }>
  /** What went back so far. Of a channel that has no keys: what was there before is how a lost answer is looked up. */
  refunds?(c: C, externalOrderId: string): Promise<ToldRefund[]>
  /** Calls the whole order off, with its money; harmless to repeat. Absent: only on its own page. */
  cancel?(c: C, cancelling: Cancelling): Promise<void>
}
