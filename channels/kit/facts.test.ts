import { expect, it } from 'vitest'
import { z } from 'zod'
import { onceRead } from './facts.ts'

it('reads what a channel said once for all listings, and nothing where it said nothing or something else', () => {
  let reads = 0
  const read = onceRead(z.object({ names: z.array(z.string()) }), ({ names }) => {
    reads += 1
    return new Set(names)
  })
  const input = { names: ['Size', 'Color'] }
  expect(read(input)).toEqual(new Set(['Size', 'Color']))
  expect(read(input)).toBe(read(input))
  expect(reads).toBe(1)
  expect(read({ names: ['Size'] })).toEqual(new Set(['Size']))
  expect([undefined, null, 'Size', { names: 7 }].map(read)).toEqual([undefined, undefined, undefined, undefined])
})
