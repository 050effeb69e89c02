import { expect, it } from 'vitest'
import { lackSentences } from './lacks.ts'

it('says what follows from what a channel lacks, and of variations only where there are some', () => {
  expect(lackSentences(['zero', 'families', 'regrouping'], 'Etsy', { variations: false })).toEqual([
    'Etsy keeps no listing without pieces: at 0 it is hidden there, and comes back with the first piece.',
  ])
  expect(lackSentences(['families'], 'Clover')).toEqual(['On Clover every variation is a listing of its own.'])
  expect(lackSentences([], 'eBay')).toEqual([])
})
