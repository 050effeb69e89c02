import { expect, it } from 'vitest'
import { offered, optionsOf } from './offered.ts'

const [shirts, shoes] = [
  ['S', 'M'],
  ['42', '43'],
]
const all = [...shirts, ...shoes]

it.each([
  ['PRO-102 of a chosen category what it takes', [], all, shirts, ['S', 'M']],
  ['PRO-102 not what the template has from another category', ['S', '42'], all, shirts, ['S', 'M']],
  ['PRO-102 with what the template has of its own', ['Huge', '42'], all, shirts, ['Huge', 'S', 'M']],
  ['PRO-103 without a category those of all, each once', ['M', 'Huge'], all, all, ['M', 'Huge', 'S', '42', '43']],
  ['the template’s own where no channel says anything', ['Huge'], [], [], ['Huge']],
])('%s', (_title, own, known, chosen, options) => expect(offered(own, known, chosen)).toEqual(options))

it('LST-372 merges what channels take by the name of the attribute, and says of each option which channel it is from', () => {
  const offers = [
    {
      channel: 'eBay',
      fields: [
        { name: 'Color', options: ['Black', 'Blue'] },
        { name: 'Size', options: ['M'] },
      ],
    },
    { channel: 'Etsy', fields: [{ name: 'color ', options: ['Blue', 'Beige'] }] },
    { channel: 'Google Sheets', fields: [] },
  ]
  expect([...optionsOf(offers, 'COLOR')]).toEqual([
    ['Black', ['eBay']],
    ['Blue', ['eBay', 'Etsy']],
    ['Beige', ['Etsy']],
  ])
  expect([...optionsOf(offers, 'Fit')]).toEqual([])
})
