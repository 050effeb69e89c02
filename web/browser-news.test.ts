import { describe, expect, it } from 'vitest'
import { takeUnseen } from './browser-news.ts'

function memory(initial?: string): Storage {
  const values = new Map<string, string>(initial === undefined ? [] : [['k', initial]])
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage
}
const ids = (...of: number[]) => of.map((id) => ({ id }))

describe('what was not shown yet', () => {
  it('is taken once, whoever asks and in whatever order it comes', () => {
    const store = memory()
    expect(takeUnseen(ids(6), store, 'k')).toEqual(ids(6))
    // A transaction that began earlier and ended later.
    expect(takeUnseen(ids(6, 5), store, 'k')).toEqual(ids(5))
    expect(takeUnseen(ids(6, 5), store, 'k')).toEqual([])
  })
  it.each(['not json', '{"a":1}', '["x"]'])('is everything when what was kept is %s', (stored) =>
    expect(takeUnseen(ids(1), memory(stored), 'k')).toEqual(ids(1)),
  )
  it('is remembered as far as the server ever looks back', () => {
    const store = memory()
    for (let id = 1; id <= 400; id += 1) takeUnseen(ids(id), store, 'k')
    const seen = JSON.parse(store.getItem('k') ?? '[]') as number[]
    expect([seen.length, seen[0], seen.at(-1)]).toEqual([300, 400, 101])
  })
})
