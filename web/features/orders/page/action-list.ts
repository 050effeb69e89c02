import type { ComponentType } from 'react'
import { whyNotCancelled, whyNotEdited } from '#domain/orders/entry/manual.ts'
import { canReturn } from '#domain/orders/intake/progress.ts'
import { mayShipNow } from '#domain/orders/intake/status.ts'
import { orderActions } from '#web/actions/order-actions.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { EditDialog } from '../entry/edit-dialog.tsx'
import type { Order } from '../order.ts'
import type { OrderDialog } from '../order-dialogs.ts'
import { PaymentDialog } from '../payments/payment-dialog.tsx'
import { ReturnDialog } from '../returns/return-dialog.tsx'
import { ShippingDialog } from '../shipping/shipping-dialog.tsx'

/** What an action does at once, without a dialog of its own. */
export interface OrderWrites {
  togglePaid: () => void
  confirmCancel: () => void
}

/** Something that can be done with an order, from the menu of its page and from the palette. */
export interface OrderAction {
  action?: keyof typeof orderActions
  /** What the palette says of this order; without it, only the menu has the action. */
  offer?: (name: string) => string
  /** What the menu says. */
  label: (order: Order) => string
  /** Orders whose menu has it; without it, all. */
  isFor?: (order: Order) => boolean
  /** Why it can't be done now: a sentence, or '' where nothing needs to be said. Undefined where it can be done. */
  whyNot?: (order: Order) => string | undefined
  danger?: true
  /** It opens a dialog or writes at once. */
  start: OrderDialog | ((writes: OrderWrites) => void)
  /** The dialog that it opens, unless a card of the page draws it. */
  Dialog?: ComponentType<{ order: Order; onClose: () => void }>
  /** Orders whose address opens the dialog; without it, all. */
  opensFor?: (order: Order) => boolean
}

const isManual = ({ channel }: Order) => channel === 'manual'
const isOfChannel = (order: Order) => !isManual(order)
const channelOf = ({ channel }: Order) => (channel === 'manual' ? '' : markNames[channel])
export const isPaid = ({ payment }: Order): boolean => payment === 'paid'

/** Every action of one order, in the order of its menu (ORD-069, ORD-070). */
export const orderActionList: readonly OrderAction[] = [
  {
    action: 'markShipped',
    offer: (name) => `Mark ${name} shipped`,
    label: () => orderActions.markShipped.short,
    whyNot: (order) => (mayShipNow(order) ? undefined : ''),
    start: 'shipping',
    Dialog: ShippingDialog,
  },
  {
    action: 'recordReturn',
    offer: (name) => `Record a return of ${name}`,
    label: () => orderActions.recordReturn.short,
    isFor: canReturn,
    start: 'return',
    Dialog: ReturnDialog,
    opensFor: canReturn,
  },
  {
    action: 'refundOrder',
    offer: (name) => `Refund ${name}`,
    label: (order) => `Refund on ${channelOf(order)}…`,
    isFor: isOfChannel,
    start: 'refund',
  },
  {
    action: 'cancelOrder',
    offer: (name) => `Cancel ${name}`,
    label: (order) => `Cancel on ${channelOf(order)}…`,
    isFor: (order) => isOfChannel(order) && order.state === 'open',
    start: 'cancel',
  },
  {
    action: 'editOrder',
    offer: (name) => `Edit ${name}`,
    label: () => orderActions.editOrder.short,
    whyNot: whyNotEdited,
    start: 'edit',
    Dialog: EditDialog,
    opensFor: isManual,
  },
  {
    action: 'recordPayment',
    offer: (name) => `Record a payment of ${name}`,
    label: () => orderActions.recordPayment.short,
    whyNot: whyNotEdited,
    start: 'payment',
    Dialog: PaymentDialog,
    opensFor: isManual,
  },
  {
    label: (order) => (isPaid(order) ? 'Mark Unpaid' : 'Mark Paid'),
    whyNot: whyNotEdited,
    start: ({ togglePaid }) => togglePaid(),
  },
  {
    action: 'cancelOrder',
    offer: (name) => `Cancel ${name}`,
    label: () => orderActions.cancelOrder.short,
    whyNot: (order) => (order.state === 'cancelled' ? 'This order was cancelled.' : whyNotCancelled(order)),
    danger: true,
    start: ({ confirmCancel }) => confirmCancel(),
  },
]
