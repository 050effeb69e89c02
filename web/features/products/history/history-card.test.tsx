// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { productHistory, undoProductChange } from '#contract/products/history.ts'
import { aProduct } from '#web/testing/listings.ts'
import { all, answer, away, press, says, show, text } from '#web/testing/screen.tsx'
import { type Opened, OpenedProduct } from '../page/editor.ts'
import { HistoryCard } from './history-card.tsx'

afterEach(away)

const day = new Date('2026-11-20T10:00:00Z')
const entry = (id: number, action: string, old: object | null, now: object | null) => ({
  id,
  at: day,
  userId: 1,
  userName: 'Kim',
  entity: 'product',
  entityId: 12,
  entityName: 'TEE-1',
  entityTitle: 'Shirt',
  exists: true,
  channel: '',
  parentId: null,
  action,
  old,
  new: now,
})
const entries = [
  entry(3, 'update', { title: 'Shirt', price: 1000 }, { title: 'Blue shirt', price: 1250 }),
  entry(2, 'bundle', { bundle: [] }, { bundle: ['2 × CUP-1'] }),
  entry(1, 'create', null, { sku: 'TEE-1' }),
]
const open = (role: 4 | 5) =>
  show(
    <OpenedProduct value={{ product: aProduct() } as unknown as Opened}>
      <HistoryCard />
    </OpenedProduct>,
    {
      at: '/product/12',
      role,
      answers: [
        answer(productHistory, { data: entries, items: 9 } as never),
        answer(undoProductChange, aProduct() as never),
      ],
    },
  )

it('tells who changed what, and puts one change back', async () => {
  const screen = open(4)
  await says('Title: Shirt → Blue shirt')
  await says('Price: $10.00 → $12.50')
  expect(text()).toContain('Kim')
  // What was made has nothing before it.
  expect(all('button', /^Undo/)).toHaveLength(1)
  await press('button', /^Undo the change of/)
  await says('Undone.')
  expect(screen.sent(undoProductChange)).toEqual([{ id: 12, changeId: 3 }])
  await press('button', 'Show more')
})

it('offers nothing to whoever may only read', async () => {
  open(5)
  await says('Title: Shirt → Blue shirt')
  expect(all('button', /^Undo/)).toEqual([])
})
