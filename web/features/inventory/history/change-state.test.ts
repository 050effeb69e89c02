import { describe, expect, it } from 'vitest'
import type { ChangeSet } from '#web/form/change-sets/watch.ts'
import { canUndo, countsOf, stateOf, undoSentence } from './change-state.ts'

const now = Date.UTC(2026, 10, 21)
const set = (change: Partial<ChangeSet> = {}): ChangeSet => ({
  id: 1,
  kind: 'bulk',
  title: 'Bulk edit of Price',
  state: 'done',
  total: 5,
  done: 5,
  changed: 5,
  unchanged: 0,
  failed: 0,
  error: '',
  userName: 'Dana Reyes',
  createdAt: '2026-11-20T10:00:00Z',
  finishedAt: '2026-11-20T10:00:01Z',
  undoUntil: '2026-12-20T10:00:00Z',
  undoneBy: null,
  undoes: null,
  ...change,
})

describe('how a change set stands', () => {
  it.each<[string, Partial<ChangeSet>]>([
    ['Queued', { state: 'waiting' }],
    ['Running', { state: 'running', failed: 2 }],
    ['Done', {}],
    ['Done', { changed: 0, unchanged: 5 }],
    ['Partially done', { changed: 4, failed: 1 }],
    ['Failed', { changed: 0, failed: 5 }],
    ['Failed', { state: 'failed' }],
    ['Stopped', { state: 'cancelled' }],
    ['Undone', { undoneBy: 2 }],
  ])('is %s for %j', (word, change) => expect(stateOf(set(change)).label).toBe(word))

  it.each<[boolean, Partial<ChangeSet>]>([
    [true, {}],
    [true, { state: 'cancelled' }],
    [true, { state: 'failed' }],
    [false, { state: 'running' }],
    [false, { changed: 0 }],
    [true, { kind: 'rules', changed: 0 }],
    [false, { undoneBy: 2 }],
    [false, { undoUntil: null }],
    [false, { undoUntil: '2026-11-20T00:00:00Z' }],
  ])('can be undone: %s for %j', (can, change) => expect(canUndo(set(change), now)).toBe(can))

  it('is counted in words', () => {
    expect(countsOf(set({ changed: 1200, unchanged: 3, failed: 1 }))).toBe('1,200 changed, 3 unchanged, 1 failed')
    expect(countsOf(set())).toBe('5 changed')
  })
  it('says before it is undone what that does', () => {
    const sentenceOf = (kind: ChangeSet['kind']) => undoSentence(set({ kind, changed: 1 }), () => 'Dec 20, 2026')
    expect(sentenceOf('bulk')).toBe(
      '1 product will be restored to its previous values. Anything changed since then is kept. You can undo this until Dec 20, 2026.',
    )
    expect(sentenceOf('rules')).toBe(
      'The previous rules will be restored, and the listings of 1 product updated. You can undo this until Dec 20, 2026.',
    )
    expect(sentenceOf('delete')).toContain('1 product will be restored.')
    expect(sentenceOf('import')).toContain('Products created by the import will be deleted')
  })
})
