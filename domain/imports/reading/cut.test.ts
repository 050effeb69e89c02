import { describe, expect, it } from 'vitest'
import { cut } from './cut.ts'

describe('the beginning of a text', () => {
  it.each([
    ['abc', 5, 'abc'],
    ['abcdef', 3, 'abc'],
    ['ab🎈', 3, 'ab'],
    ['ab🎈c', 4, 'ab🎈'],
  ])('%j, %i long at most, is %j', (text, most, expected) => {
    expect(cut(text, most)).toBe(expected)
  })
})
