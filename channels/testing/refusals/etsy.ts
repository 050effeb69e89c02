import type { EtsySchema } from '#contract/channels/shapes/etsy.ts'
import type { ReadyListing } from '../../channel.ts'
import { type Refused, by, letters, oneVariant, pictures, varied, words } from './case.ts'

type Listing = ReadyListing<EtsySchema>
const set = (fields: Partial<EtsySchema>) => (listing: Listing) => ({ fields: { ...listing.fields, ...fields } })
const property = (propertyId: number, propertyName: string, values: string | string[], scaleId: number | null = null) =>
  set({ properties: [{ propertyId, propertyName, values, scaleId, required: false }] })
const reference = 'https://developers.etsy.com/documentation/reference#operation'

export const etsyRefusals: Refused<EtsySchema>[] = [
  ...by<EtsySchema>(`${reference}/createDraftListing`, [
    ['title', 'no title', () => ({ title: '' })],
    ['title', 'a title of blanks', () => ({ title: '  ' })],
    ['title', '141 characters', () => ({ title: letters(141) })],
    ['title', 'a heart', () => ({ title: 'Shirt ❤' })],
    ['title', 'a smiling face', () => ({ title: 'Shirt 😀' })],
    ['title', 'a dollar sign', () => ({ title: 'Shirt for $5' })],
    ['title', 'a caret', () => ({ title: 'Shirt ^ up' })],
    ['title', 'a backtick', () => ({ title: 'Shirt `new`' })],
    ['title', 'two percent signs', () => ({ title: 'Linen 50%, cotton 50%' })],
    ['title', 'two colons', () => ({ title: 'Shirt: soft: warm' })],
    ['title', 'two ampersands', () => ({ title: 'Shirt & belt & hat' })],
    ['title', 'two plus signs', () => ({ title: 'Shirt + belt + hat' })],
    ['description', 'no description', () => ({ description: '' })],
    ['description', 'markup without a word', () => ({ description: '<p> </p>' })],
    ['tags', '14 tags', () => ({ tags: words(14) })],
    ['tags', 'a tag of 21 characters', () => ({ tags: ['a tag of 21 letters x'] })],
    ['tags', 'a tag with a slash', () => ({ tags: ['half/half'] })],
    ['tags', 'a tag with a hash', () => ({ tags: ['#soft'] })],
    ['materials', 'a material with a sign', set({ materials: 'clay, glass & tin' })],
    ['taxonomyIds', 'no category', set({ taxonomyIds: '' })],
    ['whoMade', 'nobody made it', set({ whoMade: '' })],
    ['whenMade', 'never made', set({ whenMade: '' })],
    ['price', 'a price of 0', oneVariant({ price: 0 })],
    ['price', 'a price of 0.19', oneVariant({ price: 19 })],
    ['price', 'a price above 50,000', oneVariant({ price: 5_000_001 })],
    ['quantity', 'nothing to sell', oneVariant({ quantity: 0 }), 'unheard'],
  ]),
  ...by<EtsySchema>(`${reference}/uploadListingImage`, [
    [
      'images',
      'no picture',
      ({ variants }) => ({ images: [], variants: variants.map(({ image: _image, ...variant }) => variant) }),
    ],
    ['images', '21 pictures', () => ({ images: pictures(21) }), 'unheard'],
  ]),
  ...by<EtsySchema>(`${reference}/updateListingInventory`, [
    ['sku', 'a SKU of 33 characters', oneVariant({ sku: 'S'.repeat(33) })],
    ['variations', 'three kinds of variation', varied([{ A: '1', B: '1', C: '1' }])],
    ['variations', '71 values of one kind', varied(Array.from({ length: 71 }, (_, at) => ({ Make: `M${at}` })))],
    ['variations', 'a value in parentheses', varied([{ Make: 'L (large)' }, { Make: 'M' }])],
    ['variations', 'two variations alike', varied([{ Make: 'L' }, { Make: 'L' }])],
  ]),
  ...by<EtsySchema>(`${reference}/updateListingProperty`, [
    ['properties.Neckline', 'a neckline that is none', property(990000000002, 'Neckline', 'Pointed'), 'unheard'],
    ['properties.Occasion', 'an occasion that is none', property(990000000001, 'Occasion', 'Monday'), 'unheard'],
    ['properties.Neckline', 'two necklines', property(990000000002, 'Neckline', ['Crew', 'V neck']), 'unheard'],
    ['properties.Size', 'a size without its scale', property(62809790395, 'Size', 'Enormous'), 'unheard'],
  ]),
]
