import { expect, it } from 'vitest'
import { type SavedQuery, movedQuery, readQueries, withQuery } from './saved-queries.ts'

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
  ]
  expect(readQueries(JSON.stringify([good, ...strange]))).toEqual([good])
  expect([readQueries(null), readQueries('{'), readQueries('{}')]).toEqual([[], [], []])
})
