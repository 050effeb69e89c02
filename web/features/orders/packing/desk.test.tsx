// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { ordersToPack, packPieces, shipPacked, shipPart } from '#contract/orders/packing.ts'
import { listProducts } from '#contract/products/products.ts'
import { refresh } from '#web/cache.ts'
import { useRead } from '#web/api.ts'
import { aPackOrder, type PackOrder } from '#web/testing/orders.ts'
import { handClock } from '#web/testing/hand-clock.ts'
import { answer, away, theOne, press, says, show, text, type, until } from '#web/testing/screen.tsx'
import { Desk } from './desk.tsx'

const orderWith = (packed: number) => {
  const order = aPackOrder({ id: 1 })
  return { ...order, lines: order.lines.map((line) => ({ ...line, packed })) }
}

function Bench() {
  const orders = useRead(ordersToPack, { query: { ids: ['1'] } }).data
  const order = orders?.[0]
  if (!order) return null
  return (
    <>
      <Desk orders={orders} order={order} mayPack onShow={() => undefined} />
      <p>Read: {order.lines[0]?.packed}.</p>
    </>
  )
}

const clock = handClock()
afterEach(() => {
  away()
  sessionStorage.clear()
})

describe('the packing desk', () => {
  it('counts a piece once, though what was read anew holds it before its own answer is here', async () => {
    let packed = 0
    let answerNow = () => {}
    const late = new Promise<void>((resolve) => (answerNow = resolve))
    const screen = show(<Bench />, {
      answers: [
        answer(ordersToPack, () => [orderWith(packed)]),
        answer(packPieces, async () => {
          packed += 1
          await late
          return orderWith(packed)
        }),
      ],
    })
    await theOne('button', 'Add one MUG-1')
    const scan = async (code: string) => {
      await type(/^Scan or type/, code)
      await press('button', 'Pack item')
    }
    await scan('MUG-1')
    await says('Packed: Mug, 1 of 3')
    // A colleague's browser would hear of it now, and so does this one.
    await until(() => packed === 1)
    await refresh(['packing'])
    await says('Read: 1.')
    await says('1 of 32 to go')
    await scan(']E04006381333931')
    await says('Packed: Mug, 2 of 3')
    answerNow()
    await scan('04006381333931')
    await says('All 3 items packed')
    await until(() => screen.sent(packPieces).length === 3)
    await says('3 of 3Packed')
    expect(text()).not.toContain('One too many')
  })

  it.each([
    // Half a minute more, which this test may take.
    ['late', -90.5, '1 h 30 min late'],
    ['due soon', 40.5, '40 min left'],
  ])('an order that is %s says so at its head, with the time that is left', async (_, minutes, words) => {
    const shipBy = new Date(Date.now() + minutes * 60_000).toISOString()
    show(<Bench />, { answers: [answer(ordersToPack, [{ ...orderWith(0), shipBy }])] })
    await says(words)
    expect(text().includes('Late, ')).toBe(minutes < 0)
  })

  it('an order without a ship-by date says nothing of time', async () => {
    show(<Bench />, { answers: [answer(ordersToPack, [orderWith(0)])] })
    await theOne('button', 'Add one MUG-1')
    expect(text()).not.toMatch(/left|late/)
  })

  it('a piece that another order of the run needs is kept for it, also one too many', async () => {
    const other = aPackOrder({ id: 2, number: 'BOX-2' })
    const [line] = other.lines
    const cap = { ...other, lines: line ? [line, { ...line, id: 8, sku: 'CAP', codes: [] }] : [] }
    let others = [cap]
    const Run = () => {
      const orders = useRead(ordersToPack, { query: { ids: ['1', '2'] } }).data
      const first = orders?.[0]
      return first ? <Desk orders={orders} order={first} mayPack onShow={() => undefined} /> : null
    }
    show(<Run />, {
      answers: [answer(ordersToPack, () => [orderWith(2), ...others]), answer(listProducts, { data: [], items: 0 })],
    })
    await theOne('button', 'Add one MUG-1')
    const scan = async (code: string) => {
      await type(/^Scan or type/, code)
      await press('button', 'Pack item')
    }
    await scan('CAP')
    await says('Keep it: BOX-2 needs it')
    await theOne('button', 'Go to BOX-2')
    others = []
    await refresh(['packing'])
    await scan('CAP')
    await says('Wrong item')
  })

  it('shows no piece less in the moment between the answer and what was read anew', async () => {
    let packed = 0
    const screen = show(<Bench />, {
      answers: [answer(ordersToPack, () => [orderWith(packed)]), answer(packPieces, () => orderWith((packed += 1)))],
    })
    await theOne('button', 'Add one MUG-1')
    const shown: number[] = []
    const watch = new MutationObserver(() => shown.push(Number(/(\d) of 3items/.exec(text())?.[1])))
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    for (const inTheBox of [1, 2, 3]) {
      await press('button', 'Add one MUG-1')
      await says(`Read: ${inTheBox}.`)
      await until(() => screen.sent(packPieces).length === inTheBox)
    }
    await says('3 of 3Packed')
    watch.disconnect()
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  })

  const [first, second] = ['1Z999AA10123456784', '1Z999AA10123456785']
  const scan = async (code: string) => {
    await type(/^Scan or type/, code)
    await press('button', 'Pack item')
  }
  const key = async (name: string) =>
    (await theOne('field', /^Scan or type/)).dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
    )
  const enter = () => key('Enter')

  it('takes a label for each parcel, says one that was scanned twice, and takes the last away again', async () => {
    const screen = show(<Bench />, {
      answers: [
        answer(ordersToPack, () => [orderWith(3)]),
        answer(shipPacked, () => ({ ...orderWith(3), state: 'shipped' as const })),
      ],
    })
    await theOne('button', 'Add one MUG-1')
    await scan(first)
    await says(`Tracking number ${first}, UPS`)
    await scan(second)
    await says(`Parcel 2, ${second}, UPS`)
    await scan(first)
    await says('Label already scanned')
    await key('Backspace')
    await says('Label removed')
    await scan(second)
    await enter()
    await until(() => screen.sent(shipPacked).length === 1)
    expect(screen.sent(shipPacked)[0]).toMatchObject({
      trackingNumber: first,
      moreParcels: [{ trackingNumber: second }],
    })
  })

  /** Signs as fast as a scanner types them, and nothing behind them. @param from how many stand there already */
  const signs = async (code: string, from = 0) => {
    for (let n = from + 1; n <= code.length; n += 1) {
      clock.pass(10)
      await type(/^Scan or type/, code.slice(0, n))
    }
  }
  const packing = (packed: number) => {
    let now = packed
    return [
      answer(ordersToPack, () => [orderWith(now)]),
      answer(packPieces, ({ body }) => {
        now += (body as { by: number }).by
        return orderWith(now)
      }),
    ]
  }

  it.each(['Enter', 'Tab', ''])('takes a code from a scanner that ends it with %j', async (ending) => {
    const screen = show(<Bench />, { answers: packing(0) })
    await theOne('button', 'Add one MUG-1')
    for (const n of [1, 2]) {
      await signs('MUG-1')
      if (ending) await key(ending)
      else clock.pass(300)
      await says(`Packed: Mug, ${n} of 3`)
    }
    await until(() => screen.sent(packPieces).length === 2)
  })

  it('takes no half of a code from a browser that was busy while it was scanned', async () => {
    const screen = show(<Bench />, { answers: packing(3) })
    await theOne('button', 'Add one MUG-1')
    await signs(first.slice(0, 9))
    clock.pass(1400)
    await signs(first, 9)
    await key('Enter')
    await says(`Tracking number ${first}, UPS`)
    expect([screen.sent(packPieces), text().includes('Parcel 2')]).toEqual([[], false])
  })

  it('leaves alone what fingers type, until they say that it is all', async () => {
    const screen = show(<Bench />, { answers: packing(0) })
    await theOne('button', 'Add one MUG-1')
    await type(/^Scan or type/, 'MUG')
    clock.pass(10)
    await type(/^Scan or type/, 'MUG-1')
    clock.pass(5000)
    expect([((await theOne('field', /^Scan or type/)) as HTMLInputElement).value, screen.sent(packPieces)]).toEqual([
      'MUG-1',
      [],
    ])
    await key('Tab')
    await says('Packed: Mug, 1 of 3')
  })

  it('ships once, and not by the second Enter of a scanner, by one that is held down, or past a number that is typed', async () => {
    const answers = [
      ...packing(2),
      answer(listProducts, () => ({ data: [], items: 0 })),
      answer(shipPacked, () => ({ ...orderWith(3), state: 'shipped' as const })),
    ]
    const screen = show(<Bench />, { answers })
    await theOne('button', 'Add one MUG-1')
    await signs('MUG-1')
    await enter()
    for (let n = 0; n < 3; n += 1) await enter()
    await says('All 3 items packed. Scan the label')
    expect(text()).not.toContain('No tracking number')
    const chord = async (repeat: boolean) =>
      (await theOne('field', /^Scan or type/)).dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, repeat, bubbles: true, cancelable: true }),
      )
    await type(/^Scan or type/, first)
    await chord(false)
    await says(`Tracking number ${first}, UPS`)
    for (let n = 0; n < 3; n += 1) await chord(true)
    expect(screen.sent(shipPacked)).toEqual([])
    for (let n = 0; n < 3; n += 1) await chord(false)
    await until(() => screen.sent(shipPacked).length > 0)
    await says('shipped')
    expect(screen.sent(shipPacked)).toHaveLength(1)
    expect(text()).not.toContain('Not shipped')
  })

  it('Enter behind the last order of the run says nothing of a wrong item', async () => {
    show(<Bench />, { answers: [answer(ordersToPack, () => [{ ...orderWith(3), state: 'shipped' as const }])] })
    await says('This order was shipped.')
    await enter()
    expect(text()).not.toContain('Put it back')
    await scan('NOT-OURS')
    await says('NOT-OURS. Put it back.')
  })

  it('what is scanned while a parcel is sent is for the next order, unit by unit, and no label of the one that leaves', async () => {
    let sendNow = () => {}
    const late = new Promise<void>((resolve) => (sendNow = resolve))
    const next = { ...orderWith(0), id: 2, number: 'BOX-2' }
    let isSent = false
    const Run = () => {
      const [at, setAt] = useState<{ id: number; codes: readonly string[] }>({ id: 1, codes: [] })
      const orders = useRead(ordersToPack, { query: { ids: ['1', '2'] } }).data
      const order = orders?.find(({ id }) => id === at.id)
      if (!order) return null
      const onShow = (id: number, ...codes: string[]) => setAt({ id, codes })
      return (
        <Desk key={order.id} orders={orders ?? []} order={order} mayPack onShow={onShow} takeFirst={() => at.codes} />
      )
    }
    const screen = show(<Run />, {
      answers: [
        answer(ordersToPack, () => [
          { ...orderWith(3), state: isSent ? ('shipped' as const) : ('open' as const) },
          next,
        ]),
        answer(packPieces, () => next),
        answer(shipPacked, async () => {
          await late
          isSent = true
          return { ...orderWith(3), state: 'shipped' as const }
        }),
      ],
    })
    await theOne('button', 'Add one MUG-1')
    await scan(first)
    await says(`Tracking number ${first}, UPS`)
    await enter()
    await until(() => screen.sent(shipPacked).length === 1)
    for (let n = 0; n < 3; n += 1) await scan('MUG-1')
    await scan(second)
    expect(text()).not.toContain('Parcel 2')
    expect(text()).not.toContain('One too many')
    sendNow()
    await says(`Tracking number ${second}`)
    expect(screen.sent(packPieces)).toEqual(
      [1, 1, 1].map((by) => expect.objectContaining({ orderId: 2, itemId: line?.id, by })),
    )
  })

  it('sends what lies in the box when its label is scanned, and Enter pressed', async () => {
    let sent = 0
    const screen = show(<Bench />, {
      answers: [
        answer(ordersToPack, () => [sent ? { ...rest, sentParcels: 1 } : orderWith(2)]),
        answer(listProducts, () => ({ data: [], items: 0 })),
        answer(shipPart, () => {
          sent += 1
          return { ...rest, sentParcels: 1 }
        }),
      ],
    })
    await theOne('button', 'Ship 2 of 3')
    await enter()
    expect(screen.sent(shipPart)).toHaveLength(0)
    await scan(first)
    await says('Label for 2 of 3 items.')
    await enter()
    await says('Partial shipment sent. 1 item left')
    expect(screen.sent(shipPart)).toEqual([{ orderId: 1, service: '', trackingNumber: first }])
    await says('1 parcel already shipped.')
    expect(sent).toBe(1)
  })
})

const [line] = orderWith(0).lines
const rest: PackOrder = { ...orderWith(0), shipping: 'partly', lines: line ? [{ ...line, quantity: 1 }] : [] }
