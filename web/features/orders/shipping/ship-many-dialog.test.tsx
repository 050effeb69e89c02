// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { shipOrders } from '#contract/orders/ship-many.ts'
import { answer, away, press, refusal, says, show, text } from '#web/testing/screen.tsx'
import { ShipManyDialog } from './ship-many-dialog.tsx'

afterEach(away)

const open = (reply: Parameters<typeof answer<typeof shipOrders>>[1], orderIds = [7, 8]) =>
  show(<ShipManyDialog orderIds={orderIds} onClose={() => undefined} />, { answers: [answer(shipOrders, reply)] })
const outcomes = [
  { orderId: 7, number: 'E-7', outcome: 'shipped', message: '' },
  { orderId: 8, number: 'E-8', outcome: 'not shipped', message: 'This order is on hold. Release the hold first.' },
] as const

it('tells how many orders shipped, and of each other one why it did not', async () => {
  const screen = open({ shipped: 1, outcomes: [...outcomes] })
  await press('button', 'Mark Shipped')
  await says('1 order shipped, 1 order not shipped.')
  expect(text()).toContain('E-8: This order is on hold. Release the hold first.')
  expect(text()).not.toContain('E-7')
  expect(screen.sent(shipOrders)).toEqual([{ orders: [{ orderId: 7 }, { orderId: 8 }] }])
})

it('says why nothing was sent, and can be pressed again', async () => {
  open(refusal({ status: 500, message: 'The database rests.' }))
  await press('button', 'Mark Shipped')
  await says('The database rests.')
  await press('button', 'Mark Shipped')
})

it('ships up to a hundred orders at once', async () => {
  open(
    { shipped: 0, outcomes: [] },
    Array.from({ length: 101 }, (_, n) => n + 1),
  )
  await says('Select up to 100 orders to ship them at once.')
})
