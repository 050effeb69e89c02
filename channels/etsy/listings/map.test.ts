import { expect, it } from 'vitest'
import { EtsySchema, EtsySettings } from '#contract/channels/shapes/etsy.ts'
import type { EtsyListing } from './map.ts'
import { textOf } from './map.ts'

const listing = (tags: string[], materials: string): EtsyListing => ({
  key: 1,
  title: 'Stoneware mug',
  description: '<p>Holds tea.</p>',
  currency: 'USD',
  condition: 'New',
  images: [],
  tags,
  vendor: '',
  sizeAndWeight: null,
  variants: [{ sku: 'MUG-1', options: {}, price: 1800, quantity: 5 }],
  fields: EtsySchema.parse({ taxonomyIds: '1062', whoMade: 'i_did', whenMade: 'made_to_order', materials }),
  external: null,
})

// Etsy's description calls them arrays. Sent as such in a form, the last word alone arrives: https://github.com/etsy/open-api/issues/291
it.each([
  [[], ''],
  [['mug'], 'mug'],
  [['soft shirt', ' gift '], 'soft shirt,gift'],
])('tags and materials %j are sent to Etsy as the text "%s"', (words, text) => {
  const sent = textOf(listing(words, words.join(', ')), EtsySettings.parse({}), 2026)
  expect([sent['tags'], sent['materials']]).toEqual([text, text])
})
