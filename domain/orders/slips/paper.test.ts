import { describe, expect, it } from 'vitest'
import { type PaperOrder, picksByOrder, picksByPlace, toPick } from './paper.ts'
import { slipOf } from './slip.ts'

const line = (sku: string, quantity: number, place: [string, string, string] | null = null, shortfall = 0) => ({
  sku,
  itemTitle: `Title of ${sku}`,
  quantity,
  sent: 0,
  lost: 0,
  shortfall,
  parts: [] as PaperOrder['items'][number]['parts'],
  product: place && { title: 'Its product', warehouse: place[0], location: place[1], bin: place[2] },
})
const order = (number: string, ...items: PaperOrder['items']): PaperOrder => ({
  id: 1,
  number,
  externalOrderId: '',
  state: 'open',
  items,
})

describe('a pick list', () => {
  it('ORD-038 is grouped by order, in the order of its lines', () => {
    const picks = picksByOrder([order('#1', line('B', 2, ['W', 'L', '4']), line('A', 1)), order('#2', line('B', 1))])
    expect(picks.map(({ name, picks }) => [name, picks.map(({ sku, pieces, bin }) => [sku, pieces, bin])])).toEqual([
      [
        '#1',
        [
          ['B', 2, '4'],
          ['A', 1, ''],
        ],
      ],
      ['#2', [['B', 1, '']]],
    ])
  })

  it('has of an order in parts what has not left yet, and nothing that was taken out of it', () => {
    const [cup, box] = [
      { ...line('CUP', 5), sent: 2, lost: 1 },
      { ...line('BOX', 1), sent: 1 },
    ]
    expect(picksByPlace([order('#1', cup, box)]).map(({ sku, pieces }) => [sku, pieces])).toEqual([['CUP', 2]])
    const slip = (state: 'open' | 'shipped') =>
      slipOf(
        { ...order('#1'), state, orderDate: new Date(0), buyerName: '', shippingAddress: {} },
        [cup, box].map((item) => ({ ...item, title: null })),
      )
    expect(slip('open')).toMatchObject({ pieces: 2, lines: [{ sku: 'CUP', quantity: 2 }] })
    expect(slip('shipped')).toMatchObject({ pieces: 5, lines: [{ quantity: 4 }, { quantity: 1 }] })
  })

  it('has the components of a bundle, each where it lies, together with those that are sold alone', () => {
    const part = (sku: string, pieces: number, bin: string) => ({
      sku,
      title: sku,
      pieces,
      warehouse: 'W',
      location: '',
      bin,
    })
    const set = { ...line('SET', 3, ['W', '', '9'], 1), parts: [part('CUP', 2, '2'), part('BOX', 1, '1')] }
    const picks = picksByPlace([order('#1', set), order('#2', line('CUP', 4, ['W', '', '2']))])
    expect(picks.map(({ sku, pieces, short, bin }) => [sku, pieces, short, bin])).toEqual([
      ['BOX', 3, 1, '1'],
      ['CUP', 10, 2, '2'],
    ])
  })

  it('is one walk past the shelves on demand: numbers count as numbers, each SKU of a place once, what has no place last', () => {
    const picks = picksByPlace([
      order('#1', line('Z', 2, ['Main', 'Hall', 'A-10'], 1), line('LOOSE', 1)),
      order('#2', line('Y', 1, ['Main', 'Hall', 'A-9']), line('Z', 3, ['Main', 'Hall', 'A-10'])),
    ])
    expect(picks.map(({ sku, pieces, short, orders }) => [sku, pieces, short, orders.map(({ name }) => name)])).toEqual(
      [
        ['Y', 1, 0, ['#2']],
        ['Z', 5, 1, ['#1', '#2']],
        ['LOOSE', 1, 0, ['#1']],
      ],
    )
  })

  it('leaves out what was shipped or cancelled', () => {
    expect(['open', 'shipped', 'cancelled'].map((state) => toPick({ state }))).toEqual([true, false, false])
  })
})
