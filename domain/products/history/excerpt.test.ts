import { expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'

it('short texts are shown whole', () => {
  expect(excerptOf({ field: 'title', before: 'Mug', after: 'Cup' })).toEqual({
    field: 'title',
    before: 'Mug',
    after: 'Cup',
  })
})
it('of long texts the part is shown in which they differ, in whole characters', () => {
  const [same, rest] = ['a'.repeat(5000), 'z'.repeat(5000)]
  expect(excerptOf({ before: `${same}old${rest}`, after: `${same}new${rest}` })).toEqual({
    before: `…${'a'.repeat(200)}old${'z'.repeat(797)}…`,
    after: `…${'a'.repeat(200)}new${'z'.repeat(797)}…`,
  })
  expect(excerptOf({ before: '', after: '😀'.repeat(3000) }).after).toBe(`${'😀'.repeat(500)}…`)
  expect(excerptOf({ before: '', after: `a${'😀'.repeat(3000)}` }).after).toBe(`a${'😀'.repeat(499)}…`)
  expect(excerptOf({ before: same, after: '' })).toEqual({ before: `${'a'.repeat(1000)}…`, after: '' })
})
