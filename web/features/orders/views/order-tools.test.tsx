// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import type { CallReply } from '#contract/endpoint.ts'
import { createView, deleteView, listViews, updateView } from '#contract/views.ts'
import { all, answer, away, theOne, press, refusal, says, show, type, until } from '#web/testing/screen.tsx'
import type { OrderSearch } from '../list/order-search.ts'
import { configOf, isShown, searchOf } from './order-view.ts'
import { OrderTools } from './order-tools.tsx'

afterEach(away)

const today = '2026-11-21'
type View = CallReply<typeof listViews>[number]
const viewOf = (id: number, name: string, search: OrderSearch, rest: Partial<View> = {}): View => ({
  id,
  name,
  isDefault: false,
  shared: false,
  config: configOf(search, today),
  clientId: 1,
  userId: 1,
  userName: 'Dana',
  page: 'orders',
  type: 'table',
  active: true,
  ...rest,
})
const tools = (search: OrderSearch) => <OrderTools search={search} today={today} />

it('a view keeps all filters, and the last days as how many they are', () => {
  const search: OrderSearch = {
    tab: 'open',
    channels: ['ebay', '7'],
    search: 'Lima Porto',
    held: true,
    startDate: '2026-11-15',
  }
  const config = configOf({ ...search, page: 3, dialog: 'slips' }, today)
  expect(config.filters).toEqual({
    tab: 'open',
    channels: ['ebay', '7'],
    search: 'Lima Porto',
    held: 'true',
    days: '7',
  })
  expect(searchOf(config, '2027-01-08')).toMatchObject({ tab: 'open', startDate: '2027-01-02' })
  const fixed = configOf({ startDate: '2026-05-01', endDate: '2026-05-31' }, today)
  expect(searchOf(fixed, '2027-01-08')).toEqual({ startDate: '2026-05-01', endDate: '2026-05-31' })
  expect(isShown(fixed, configOf({ endDate: '2026-05-31', startDate: '2026-05-01' }, today))).toBe(true)
  expect([isShown(fixed, config), isShown(configOf({}, today), configOf({ page: 2 }, today))]).toEqual([false, true])
})

it('what is looked at is saved under a name, which a taken one is told at', async () => {
  let saved: View[] = []
  const { sent } = show(tools({ tab: 'open', tags: ['gift'] }), {
    answers: [
      answer(listViews, () => saved),
      answer(createView, ({ body }) => {
        const { name } = body as { name: string }
        if (name === 'Taken')
          return refusal({
            status: 409,
            message: 'You have a view of this name.',
            fields: { name: 'Choose another name.' },
          })
        saved = [viewOf(3, name, { tab: 'open', tags: ['gift'] })]
        return saved[0] as View
      }),
    ],
  })
  await press('button', 'Views')
  await press('item', 'Save as a new view')
  await type('Name', 'Taken')
  await press('button', 'Save view')
  await says('Choose another name.')
  await type('Name', 'Gifts')
  await press('button', 'Save view')
  await says('View “Gifts” saved.')
  expect(sent(createView).at(-1)).toMatchObject({
    name: 'Gifts',
    shared: false,
    config: { page: 'orders', filters: { tab: 'open', tags: ['gift'] } },
  })
  await theOne('button', 'View: Gifts')
})

it('a view leads to its orders; only whoever made it changes and deletes it, and everybody says which is their default', async () => {
  const mine = viewOf(1, 'Held ones', { held: true })
  const theirs = viewOf(2, 'From eBay', { channels: ['ebay'] }, { userId: 9, userName: 'Kim', shared: true })
  const screen = show(tools({ tab: 'completed' }), {
    at: '/orders',
    answers: [answer(listViews, [mine, theirs]), answer(updateView, mine), answer(deleteView, { ok: true })],
  })
  await press('button', 'Views')
  await press('item', 'From eBay')
  await until(() => screen.address() === '/orders?channels=ebay')
  await press('button', 'Views')
  await press('item', 'Saved views')
  await says('Shared by Kim')
  await press('button', 'Actions for From eBay')
  expect(all('item', /./).map((each) => each.textContent)).toEqual(['Set as Default'])
  await press('item', 'Set as Default')
  await until(() => screen.sent(updateView).length === 1)
  expect(screen.sent(updateView)[0]).toEqual({ isDefault: true })
  await press('button', 'Actions for Held ones')
  await press('item', 'Update to current filters')
  await until(() => screen.sent(updateView).length === 2)
  expect(screen.sent(updateView)[1]).toMatchObject({ config: { filters: { tab: 'completed' } } })
  await press('button', 'Actions for Held ones')
  await press('item', 'Delete')
  await says('Orders aren’t changed.')
  await press('button', 'Delete view')
  await until(() => screen.requests.some((request) => request.startsWith('DELETE /views/1')))
})

it('the default opens with the list, not over what somebody asked for', async () => {
  const usual = viewOf(2, 'From eBay', { channels: ['ebay'] }, { isDefault: true })
  const answers = [answer(listViews, [viewOf(1, 'Held ones', { held: true }), usual]), answer(updateView, usual)]
  const screen = show(tools({}), { at: '/orders', answers })
  await until(() => screen.address() === '/orders?channels=ebay')
  await press('button', 'Views')
  await press('item', 'Held ones')
  await until(() => screen.address() === '/orders?held=true')
  // The views are read again after a change, and nobody is led away.
  await press('button', 'Views')
  await press('item', 'Saved views')
  await press('button', 'Actions for From eBay')
  await press('item', 'Unset as Default')
  await says('“From eBay” updated.')
  expect(screen.address()).toBe('/orders?held=true')
  away()
  for (const search of [{ tab: 'open' }, { page: 2 }] as const) {
    const view = show(tools(search), { at: '/orders?asked=1', answers })
    await theOne('button', /^View/)
    await until(() => view.requests.some((call) => call.startsWith('GET /views')))
    await press('button', /^View/)
    await theOne('item', 'Held ones')
    expect(view.address()).toBe('/orders?asked=1')
    away()
  }
})
