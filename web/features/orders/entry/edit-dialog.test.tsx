// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { updateOrder } from '#contract/orders/change.ts'
import { answer, away, nameOf, theOne, press, refusal, says, show, type, until } from '#web/testing/screen.tsx'
import type { Order } from '../order.ts'
import { EditDialog } from './edit-dialog.tsx'

afterEach(away)

const order = {
  id: 7,
  channel: 'manual',
  state: 'open',
  updateDate: '2026-11-20T10:00:00.000Z',
  items: [{ id: 1, sku: 'MUG-1', itemTitle: 'Mug', quantity: 2, price: 10, taxAmount: 0, discountAmount: 0 }],
  shippingDetails: { shippingAddress: { name: 'Ana Lima' } },
  orderDetails: { notes: '' },
} as unknown as Order
const open = (of: Partial<Order> = {}) =>
  show(<EditDialog order={{ ...order, ...of }} onClose={() => undefined} />, {
    answers: [answer(updateOrder, refusal({ status: 500, message: 'The database rests.' }))],
  })
const focused = () => document.activeElement && nameOf(document.activeElement)

it('begins at the first field, not at the cross that closes it', async () => {
  open()
  await until(() => focused() === 'Qty')
  away()
  open({ state: 'shipped' })
  await until(() => focused() === 'Recipient Name')
})

it('keeps what was typed when it could not be saved', async () => {
  open()
  await type('Order Notes', 'Leave it at the door')
  await press('button', 'Save Changes')
  await says('The order was not changed.')
  expect(((await theOne('field', 'Order Notes')) as HTMLTextAreaElement).value).toBe('Leave it at the door')
})
