import { expect, it } from 'vitest'
import {
  addressNow,
  movesOn,
  type SavedQuery,
  movedQuery,
  readQueries,
  renamedQuery,
  withQuery,
} from './saved-queries.ts'

const query = (id: string): SavedQuery => ({
  id,
  name: `Query ${id}`,
  url: `/analytics?skus=${id}`,
  createdAt: '2026-11-21T10:00:00.000Z',
})
const ids = (all: readonly SavedQuery[]) => all.map(({ id }) => id).join('')

it('ANA-099 ANA-109 a new query comes first; then the order is the one made by hand', () => {
  const all = ['a', 'b', 'c'].reduce((list, id) => withQuery(list, query(id)), [] as SavedQuery[])
  expect(ids(all)).toBe('cba')
  expect(ids(movedQuery(all, 'a', -1))).toBe('cab')
  expect(ids(movedQuery(all, 'c', 1))).toBe('bca')
  expect([ids(movedQuery(all, 'c', -1)), ids(movedQuery(all, 'a', 1)), ids(movedQuery(all, 'x', 1))]).toEqual([
    'cba',
    'cba',
    'cba',
  ])
})

it('ANA-093..ANA-096 what is kept carries id, name, url and createdAt; anything else is left out', () => {
  const good = query('a')
  const strange = [
    null,
    7,
    {},
    { ...good, url: 'https://elsewhere.example' },
    { ...good, url: 'javascript:alert(1)' },
    { ...good, createdAt: 5 },
    { ...good, createdAt: 'yesterday' },
  ]
  expect(readQueries(JSON.stringify([good, ...strange]))).toEqual([good])
  expect([readQueries(null), readQueries('{'), readQueries('{}')]).toEqual([[], [], []])
})

it('loaded on another day, the last week is that of the new day, and chosen days are what they were', () => {
  const week = 'startDate=2026-11-15&endDate=2026-11-21'
  const on = (url: string, today: string, timeZone = 'UTC', createdAt = '2026-11-21T10:00:00.000Z') =>
    addressNow({ url, createdAt }, { today, timeZone })
  expect(on(`/analytics?${week}&skus=A+B`, '2026-11-28')).toBe(
    '/analytics?startDate=2026-11-22&endDate=2026-11-28&skus=A+B',
  )
  expect(on(`/analytics?${week}`, '2026-11-21')).toBe(`/analytics?${week}`)
  // Saved at eleven in the evening, where the organization has a day of its own.
  expect(on(`/analytics?${week}`, '2026-11-23', 'America/New_York', '2026-11-22T03:00:00.000Z')).toBe(
    '/analytics?startDate=2026-11-17&endDate=2026-11-23',
  )
  const chosen = ['/analytics', '/analytics?startDate=2026-05-01&endDate=2026-05-31', '/analytics?startDate=2026-01-01']
  expect(chosen.map((url) => on(url, '2026-11-28'))).toEqual(chosen)
  expect([...chosen, `/analytics?${week}`].map((url) => movesOn(url, '2026-11-21'))).toEqual([true, false, false, true])
})

it('a saved query takes another name, and keeps its own where none is typed', () => {
  const all = [query('a'), query('b')]
  expect(renamedQuery(all, 'b', ' May ').map(({ name }) => name)).toEqual(['Query a', 'May'])
  expect(renamedQuery(all, 'b', '  ')).toEqual(all)
})
