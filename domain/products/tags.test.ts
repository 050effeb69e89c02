import { describe, expect, it } from 'vitest'
import { knownTags, parseTags, tidyTags } from './tags.ts'

describe('tag input', () => {
  it('PRO-257 a comma ends an entry', () => expect(parseTags('red, blue')).toEqual(['red', 'blue']))
  it('PRO-259 without free entry only known options stay', () => {
    expect(knownTags(['Red', 'Mauve'], ['Red', 'Blue'], false)).toEqual(['Red'])
    expect(knownTags(['Red', 'Mauve'], ['Red', 'Blue'], true)).toEqual(['Red', 'Mauve'])
  })
  it('PRO-260 options are trimmed and blanks dropped', () => expect(tidyTags([' a ', '', '  '])).toEqual(['a']))
  it.each([
    ['comma', 'a,b'],
    ['semicolon', 'a;b'],
    ['line break', 'a\nb'],
    ['Windows line break', 'a\r\nb'],
    ['tab', 'a\tb'],
    [';;', 'a;;b'],
    [',,', 'a,,b'],
  ])('PRO-261 a pasted list is parted by %s', (_, text) => expect(parseTags(text)).toEqual(['a', 'b']))
  it('PRO-262 ;; and ,, part before quotes are looked at; quotes keep commas', () => {
    expect(parseTags('a;;b,,c,d')).toEqual(['a', 'b', 'c', 'd'])
    expect(parseTags('"Smith, John",plain')).toEqual(['Smith, John', 'plain'])
    expect(parseTags('"5"" nail"; 3" nail')).toEqual(['5" nail', '3" nail'])
  })
  it('PRO-263..PRO-265 trims, drops blanks and repetitions', () =>
    expect(parseTags(' a ,, ,a, b ;;')).toEqual(['a', 'b']))
})
