import { expect, it } from 'vitest'
import { firstWithWork, queueToShow } from './queues.ts'

const counts = { managed: 5, linked: 7, look: 2, new: 12, alone: 1, waiting: 7, differs: 3, unmanagedSkus: 0 }

it('the page opens on the first queue where listings wait: new ones, ready ones, doubtful ones, other quantities', () => {
  expect(queueToShow(counts, undefined)).toBe('new')
  expect(queueToShow({ ...counts, new: 0 }, undefined)).toBe('linked')
  expect(queueToShow({ ...counts, new: 0, waiting: 0 }, undefined)).toBe('look')
  expect(queueToShow({ ...counts, new: 0, waiting: 0, look: 0 }, undefined)).toBe('differs')
})

it('an open queue stays open while listings wait in it, and the next one follows when it is empty', () => {
  expect(queueToShow(counts, 'look')).toBe('look')
  expect(queueToShow({ ...counts, look: 0 }, 'look')).toBe('new')
})

it('linked and ignored listings do not count as work, so nothing waits when only these are left', () => {
  const decided = { ...counts, new: 0, waiting: 0, look: 0, differs: 0 }
  expect(firstWithWork(decided)).toBeUndefined()
  expect(queueToShow(decided, undefined)).toBe('linked')
  expect(queueToShow(decided, 'look')).toBe('look')
})
