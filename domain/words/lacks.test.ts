import { expect, it } from 'vitest'
import { lackSentences } from './lacks.ts'

it('says what follows from what a channel lacks, and of variations only where there are some', () => {
  expect(lackSentences(['zero', 'families', 'regrouping'], 'Etsy', { variations: false })).toEqual([
    'Etsy hides listings at 0 stock. They come back when stock is available.',
  ])
  expect(lackSentences(['families'], 'Clover')).toEqual(['Each variation is a separate listing on Clover.'])
  expect(lackSentences([], 'eBay')).toEqual([])
})
