import { describe, expect, it } from 'vitest'
import { channelIds, channelNames } from '#contract/channels/ids.ts'
import { problem, problemCodes, safetyProblems, sentenceOf, spoken } from './problem.ts'
import { titleOf } from './titles.ts'

/** Something for every parameter of every sentence. */
const params = {
  about: 'Brand',
  others: [],
  most: 80,
  count: 85,
  character: '$',
  address: 'mug.jpg',
  texts: 'vendors',
  tag: 'tea',
  material: 'clay',
  place: 'Shelf',
  condition: 'Mint',
  allowed: 'New, Used',
  days: 4,
  value: 'clay',
  names: 'Size',
  option: 'Size',
  sku: 'MUG-1',
  least: '0.20',
  currency: 'USD',
  account: 'Your store',
  sells: 'USD',
  asked: 'EUR',
  barcode: '123',
  sentence: 'A sentence.',
  limit: '500,000',
  called: 'location',
  state: 'closed',
  need: 'rule',
  unit: 'digits',
  other: 'Size Type',
  otherValue: 'Regular',
}
const namesIn = (text: string) => channelIds.filter((id) => text.includes(channelNames[id]))

describe('a problem', () => {
  it.each(problemCodes)('%s names no other channel than the one it is about, and its title names none', (code) => {
    for (const channel of channelIds) {
      const sentence = sentenceOf(channel, { cause: code, code, params })
      expect(sentence).not.toMatch(/undefined|null|\[object/)
      expect(namesIn(sentence).filter((name) => name !== channel)).toEqual([])
    }
    expect(namesIn(titleOf(code, 'Brand'))).toEqual([])
    expect(titleOf(code, 'Brand')).not.toContain('@')
  })

  it('has one cause on all channels, which names the attribute it is about', () => {
    expect(problem('title_too_long', { most: 80, count: 85 }).cause).toBe('title_too_long')
    expect(problem('missing_specific', { about: 'Brand' }).cause).toBe('missing_specific:Brand')
    expect(problem('policy_gone', { about: 'return policy' }).cause).toBe('policy_gone:return policy')
  })

  it('of a text that uses an empty attribute has the cause of that attribute: filling it fixes both', () => {
    const used = problem('missing_reference', { about: 'Mount', others: ['Series'] })
    expect(used.cause).toBe(problem('missing_specific', { about: 'Mount' }).cause)
    expect(sentenceOf('etsy', used)).toBe('“Mount”, “Series” are empty, but the text uses them.')
  })

  it('is told as its channel’s sentence, without the count where several products have it', () => {
    const long = problem('title_too_long', { most: 140, count: 151 })
    expect(spoken('etsy', { title: long })).toEqual({
      errors: { title: 'Etsy titles can have up to 140 characters. This one has 151.' },
      causes: { title: long },
    })
    expect(sentenceOf('ebay', { ...long, params: { most: 80 } })).toBe('eBay titles can have up to 80 characters.')
  })

  it('of product safety names its attribute', () =>
    expect(
      safetyProblems({ 'attributes.Manufacturer': 'Enter a postal code.' })['attributes.Manufacturer'],
    ).toMatchObject({ cause: 'safety_incomplete:Manufacturer', params: { sentence: 'Enter a postal code.' } }))
})
