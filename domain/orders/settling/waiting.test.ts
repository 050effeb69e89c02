import { expect, it } from 'vitest'
import { waitingInOrder } from './waiting.ts'

it('gives what is there to the first that wait, a part where it is too little, and nothing of one SKU for another', () => {
  const line = (id: number, levelId: number, shortfall: number, available: number) => ({
    id,
    levelId,
    shortfall,
    available,
  })
  const lines = waitingInOrder([line(1, 7, 2, 3), line(2, 8, 1, 1), line(3, 7, 4, 3), line(4, 7, 1, 3)])
  expect(lines.map(({ id, pieces }) => [id, pieces])).toEqual([
    [1, 2],
    [2, 1],
    [3, 1],
  ])
})
