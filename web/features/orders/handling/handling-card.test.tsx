// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { handleOrders, orderTags } from '#contract/orders/handling.ts'
import { clientUsers } from '#contract/organizations/organizations.ts'
import { all, answer, away, theOne, press, refusal, says, show, text, type, until } from '#web/testing/screen.tsx'
import type { Order } from '../order.ts'
import { HandlingCard } from './handling-card.tsx'

afterEach(away)

const order = { id: 7, tags: ['gift'], assigneeId: null, held: false, state: 'open' } as unknown as Order
const kim = { id: 4, name: 'Kim', email: 'kim@example.com', status: 'active' }
const failed = refusal({ status: 500, message: 'The database rests.' })

interface Setting {
  of?: Partial<Order>
  people?: Parameters<typeof answer<typeof clientUsers>>[1]
  reply?: Parameters<typeof answer<typeof handleOrders>>[1]
}
const open = ({ of = {}, people = [kim] as never, reply = failed }: Setting = {}) =>
  show(<HandlingCard order={{ ...order, ...of }} mayWrite />, {
    answers: [answer(clientUsers, people), answer(orderTags, []), answer(handleOrders, reply)],
  })
const enter = async (name: string) =>
  (await theOne('field', name)).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true }),
  )

it('keeps a tag that could not be saved, and sends it once more', async () => {
  const screen = open()
  await type('Tags', 'fragile')
  await enter('Tags')
  await says('Not saved. The database rests.')
  expect(text()).toContain('fragile')
  await press('button', 'Save the tags again')
  await until(() => screen.sent(handleOrders).length === 2)
  expect(screen.sent(handleOrders)[1]).toEqual({ orderIds: [7], addTags: ['fragile'], removeTags: [] })
})

it('adds a tag to one that could not be saved', async () => {
  const screen = open()
  await type('Tags', 'fragile')
  await enter('Tags')
  await says('Not saved. The database rests.')
  await type('Tags', 'urgent')
  await enter('Tags')
  await until(() => screen.sent(handleOrders).length === 2)
  expect(screen.sent(handleOrders)[1]).toEqual({ orderIds: [7], addTags: ['fragile', 'urgent'], removeTags: [] })
})

it('does not say that nobody has the order when the people could not be loaded, and tries again', async () => {
  let down = true
  open({ of: { assigneeId: 4 }, people: () => (down ? failed : ([kim] as never)) })
  await says('The people of your organization could not be loaded. The database rests.')
  const assigned = (await theOne('field', 'Assigned to')) as HTMLInputElement
  expect(assigned.value).toBe('Unnamed member')
  down = false
  await press('button', 'Try again')
  await until(() => assigned.value === 'Kim')
  expect(text()).not.toContain('could not be loaded')
})

it('leaves the field in use while somebody is being assigned', async () => {
  const screen = open({ reply: new Promise<never>(() => undefined) })
  await press('field', 'Assigned to')
  await press('option', 'Kim')
  await until(() => screen.sent(handleOrders).length === 1)
  await until(() => all('field', 'Assigned to').some((field) => field.matches('[readonly]:not(:disabled)')))
})
