// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { reportItems, undoItemReport } from '#contract/orders/item-reports.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { ordersToPack } from '#contract/orders/packing.ts'
import { useRead } from '#web/api.ts'
import { aPackOrder } from '#web/testing/orders.ts'
import { answer, away, press, says, show, text, theOne, type, until } from '#web/testing/screen.tsx'
import { Desk } from '../desk.tsx'
import { HeldOrders } from './held-orders.tsx'

afterEach(away)

type ItemReport = CallReply<typeof reportItems>['report']

const report = (over: Partial<ItemReport> = {}): ItemReport => ({
  id: 5,
  orderId: 41,
  itemId: 11,
  sku: 'MUG-1',
  title: 'Mug',
  kind: 'missing',
  units: 1,
  short: 1,
  by: 'Dana',
  at: '2026-11-20T14:20:00Z',
  canUndo: true,
  ...over,
})

function Run() {
  const orders = useRead(ordersToPack, { query: { ids: ['41'] } }).data
  const open = orders?.find(({ held }) => !held)
  return (
    <>
      <HeldOrders orders={orders ?? []} mayPack />
      {open && orders && <Desk orders={orders} order={open} mayPack onShow={() => undefined} />}
    </>
  )
}

/** A desk whose server keeps what is reported. @param short 0: another unit takes the place */
function desk(short = 1) {
  let reports: ItemReport[] = []
  const order = () => aPackOrder({ reports, held: reports.some((entry) => entry.short > 0) })
  return show(<Run />, {
    answers: [
      answer(ordersToPack, () => [order()]),
      answer(reportItems, ({ body }) => {
        const { kind, units } = body as Pick<ItemReport, 'kind' | 'units'>
        const made = report({ kind, units, short })
        reports = [made]
        return { order: order(), report: made }
      }),
      answer(undoItemReport, () => {
        reports = []
        return order()
      }),
    ],
  })
}
const key = async (name: string) =>
  (await theOne('field', /^Scan or type/)).dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
  )
const scan = async (code: string) => {
  await type(/^Scan or type/, code)
  await press('button', 'Pack item')
}

describe('missing and damaged items at the packing desk', () => {
  it('the Delete key opens the report of the chosen line; the order then says why it is on hold, and the undo opens it again', async () => {
    const screen = desk()
    await theOne('button', 'Add one MUG-1')
    await key('Delete')
    await press('button', 'Report 1 unit missing')
    await says('BOX-1 is on hold: 1 × MUG-1 missing. Set its box aside.')
    expect(screen.sent(reportItems)[0]).toEqual({
      orderId: 41,
      itemId: 11,
      levelId: 0,
      kind: 'missing',
      units: 1,
      reports: 0,
    })
    await press('button', 'Undo report')
    await theOne('button', 'Add one MUG-1')
    expect(text()).not.toContain('Set its box aside')
  })

  it('a scanned code reports one unit of the line that is looked for', async () => {
    const screen = desk()
    await theOne('button', 'Add one MUG-1')
    await scan('motto-missing')
    await until(() => screen.sent(reportItems).length === 1)
    await says('1 × MUG-1 missing')
    expect(screen.sent(reportItems)[0]).toMatchObject({ kind: 'missing', units: 1 })
  })

  it('by touch several damaged units are reported; where others take their place the packer is sent for them', async () => {
    const screen = desk(0)
    await press('button', 'Report MUG-1 missing or damaged')
    await press('field', 'Damaged')
    await type('Units, up to 3', '2')
    await press('button', 'Report 2 units damaged')
    await says('Take 2 others of Mug')
    expect(screen.sent(reportItems)[0]).toMatchObject({ kind: 'damaged', units: 2 })
  })
})
