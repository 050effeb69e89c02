import { describe, expect, it } from 'vitest'
import { phrasesOf, valuesIn } from './suggested.ts'

describe('values of an attribute that the texts of a product name', () => {
  const mounts = ['Pentax K', 'Pentax KA', 'Canon EF', 'M42', 'K']
  it.each([
    ['Asahi 50mm f/1.4 lens, Pentax K Mount', mounts, ['Pentax K']],
    ['PENTAX-K mount', mounts, []],
    ['Lens (pentax k), boxed', mounts, ['Pentax K']],
    ['Adapter from M42 to Canon EF', mounts, ['Canon EF', 'M42']],
    ['Cap for Pentax K, Canon EF and M42', mounts, []],
    ['Navy blue shirt', ['Blue', 'Navy blue', 'Red'], ['Navy blue']],
    ['No scratches, new', ['New', 'No', 'Yes'], []],
    ['Redwood table', ['Red'], []],
    ['Model 50 of 2020', ['50', '2020'], []],
    ['', mounts, []],
  ])('%s', (title, options, values) => expect(valuesIn(phrasesOf([title]), options)).toEqual(values))
  it('come from the description as well as from the title', () =>
    expect(valuesIn(phrasesOf(['Lens', 'It has a Canon EF mount.']), mounts)).toEqual(['Canon EF']))
  it('do not reach from the end of one text into the next', () =>
    expect(valuesIn(phrasesOf(['Sold by Canon', 'EF series']), mounts)).toEqual([]))
})
