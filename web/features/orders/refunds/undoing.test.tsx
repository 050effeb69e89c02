// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { cancelAtChannel, orderUndoing, refundOrder, settleUndoing } from '#contract/orders/refunds.ts'
import {
  all,
  answer,
  away,
  nameOf,
  theOne,
  press,
  refusal,
  says,
  show,
  text,
  type,
  until,
} from '#web/testing/screen.tsx'
import { cache } from '#web/cache.ts'
import type { Order } from '../order.ts'
import type { Undoing } from './use-refund.ts'
import OrderUndoing from './undoing.tsx'

afterEach(away)

const item = (id: number, more: object = {}) => ({
  id,
  sku: `LAMP-${id}`,
  itemTitle: `Lamp ${id}`,
  productId: id,
  ...more,
})
const order = {
  id: 7,
  channel: 'shopify',
  currency: 'USD',
  totalQuantity: 3,
  adminUrl: 'https://shop.example/orders/7',
  items: [item(1), item(2, { productId: null })],
} as unknown as Order
const reasons = [
  { value: 'Returned', label: 'Returned' },
  { value: 'Other', label: 'Other' },
]
const undoing = (more: Partial<Undoing> = {}): Undoing => ({
  refunds: [],
  refund: { reasons, noteChars: 200 },
  whyNoRefund: '',
  cancel: { reasons, noteChars: 0 },
  whyNoCancel: '',
  left: 40.01,
  shippingLeft: 5,
  lines: [
    { itemId: 1, pieces: 3, amount: 25.01 },
    { itemId: 2, pieces: 1, amount: 10 },
  ],
  ...more,
})
const request = (more: Partial<Undoing['refunds'][number]>): Undoing['refunds'][number] => ({
  id: 3,
  kind: 'refund',
  state: 'sent',
  reason: 'Returned',
  note: '',
  total: 12,
  shipping: 0,
  lines: [{ itemId: 1, sku: 'LAMP-1', quantity: 1, amount: 12, restock: true }],
  message: '',
  askedAt: '2026-11-21T10:00:00.000Z',
  toldAt: null,
  who: 'Dana',
  ...more,
})

const open = (dialog: 'refund' | 'cancel' | undefined, now = undoing(), replies: ReturnType<typeof answer>[] = []) =>
  show(<OrderUndoing order={order} mayWrite dialog={dialog} onClose={() => undefined} />, {
    answers: [answer(orderUndoing, now), ...replies],
  })

describe('refunding an order on its channel', () => {
  it('fills in what the pieces are worth, adds up, asks once more, and sends what is to be done with each line', async () => {
    const { sent } = open('refund', undoing(), [answer(refundOrder, undoing())])
    await type('Units of Lamp 1', '2')
    expect(((await theOne('field', 'Amount for Lamp 1')) as HTMLInputElement).value).toBe('16.67')
    await type('Amount for Lamp 2', '3.50')
    await type('Shipping', '5')
    await press('button', 'Refund $25.17')
    await press('button', 'Refund $25.17', await theOne('dialog', /on Shopify\?/))
    await says('Refund requested')
    expect(sent(refundOrder)).toEqual([
      {
        orderId: 7,
        seen: 0,
        lines: [
          { itemId: 1, quantity: 2, amount: 16.67, restock: true },
          { itemId: 2, quantity: 0, amount: 3.5, restock: false },
        ],
        shipping: 5,
        reason: 'Returned',
        note: '',
      },
    ])
  })

  it('takes all of it at one press, and leaves what has no product off the shelf', async () => {
    open('refund')
    await press('button', 'Refund all')
    await theOne('button', 'Refund $40.01')
    const boxes = document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')
    expect([...boxes].map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('shows a refusal at its field and keeps what was typed', async () => {
    const error = refusal({
      status: 400,
      message: 'Fix the highlighted fields.',
      code: 'invalid_input',
      fields: { 'lines.0.amount': 'You can refund up to 10.00 USD.' },
    })
    open('refund', undoing(), [answer(refundOrder, error)])
    await type('Amount for Lamp 1', '11')
    await press('button', 'Refund $11.00')
    await press('button', 'Refund $11.00', await theOne('dialog', /on Shopify\?/))
    await says('You can refund up to 10.00 USD.')
    expect(((await theOne('field', 'Amount for Lamp 1')) as HTMLInputElement).value).toBe('11.00')
  })

  it('says why not, with the way to where it is done', async () => {
    open('refund', undoing({ refund: null, whyNoRefund: 'Done on its own page alone.' }))
    await says('Done on its own page alone.')
    const link = await theOne('link', 'Open the order on Shopify')
    expect(link.getAttribute('href')).toBe(order.adminUrl)
    expect(all('button').map(nameOf)).not.toContain('Refund')
  })

  it('cancels the whole with a reason, and puts its pieces on sale where that is wanted', async () => {
    const { sent } = open('cancel', undoing(), [answer(cancelAtChannel, undoing())])
    const box = await theOne('field', 'Restock 3 units')
    box.click()
    await press('button', 'Cancel order on Shopify')
    await says('Cancellation requested')
    expect(sent(cancelAtChannel)).toEqual([{ orderId: 7, seen: 0, reason: 'Returned', note: '', restock: false }])
  })
})

describe('what the channel was asked', () => {
  it('is said not to be loaded where it could not be, with a way to try again', async () => {
    let down = true
    const failed = refusal({ status: 500, message: 'The database rests.' })
    show(<OrderUndoing order={order} mayWrite dialog={undefined} onClose={() => undefined} />, {
      answers: [answer(orderUndoing, () => (down ? failed : undoing({ refunds: [request({})] })))],
    })
    await says('Shopify refunds and cancellations could not be loaded. The database rests.')
    down = false
    await press('button', 'Try again')
    await says('1 × LAMP-1, restocked')
    expect(text()).not.toContain('could not be loaded')
  })

  it('is nothing of an order made by hand, whose read may fail without a word', async () => {
    const failed = refusal({ status: 500, message: 'The database rests.' })
    const byHand = { ...order, channel: 'manual' as const }
    const { requests } = show(<OrderUndoing order={byHand} mayWrite dialog={undefined} onClose={() => undefined} />, {
      answers: [answer(orderUndoing, failed)],
    })
    await until(() => requests.length > 0 && cache.isFetching() === 0)
    expect(text()).not.toContain('could not be loaded')
  })

  it('is listed with its state; one that was refused is sent again or taken back', async () => {
    const { sent } = open(
      undefined,
      undoing({
        refunds: [request({ state: 'refused', message: 'A case is open.' }), request({ id: 4, state: 'sent' })],
      }),
      [answer(settleUndoing, undoing())],
    )
    await says('Shopify rejected it: A case is open.')
    expect(text()).toContain('1 × LAMP-1, restocked')
    await press('button', 'Try again')
    await says('updated')
    expect(sent(settleUndoing)).toEqual([{ refundId: 3, action: 'retry' }])
  })

  it('of one that nobody knows about asks before it is sent again: money could go back twice', async () => {
    const { sent } = open(
      undefined,
      undoing({ refunds: [request({ state: 'unsure', message: 'It shows no such refund yet.' })] }),
      [answer(settleUndoing, undoing())],
    )
    await press('button', 'Try again')
    await press('button', 'Not yet', await theOne('dialog', 'Try again?'))
    await press('button', 'Mark as done')
    await says('updated')
    expect(sent(settleUndoing)).toEqual([{ refundId: 3, action: 'done' }])
  })
})
