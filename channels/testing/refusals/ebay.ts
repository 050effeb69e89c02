import type { EbaySchema } from '#contract/channels/shapes/ebay.ts'
import type { ReadyListing } from '../../channel.ts'
import { type Refused, by, letters, oneVariant, pictures, sizes, varied } from './case.ts'

type Listing = ReadyListing<EbaySchema>
const set = (fields: Partial<EbaySchema>) => (listing: Listing) => ({ fields: { ...listing.fields, ...fields } })
const aspect = (aspectName: string, value: string | string[]) => (listing: Listing) => ({
  fields: {
    ...listing.fields,
    aspects: [
      ...listing.fields.aspects.filter((entry) => entry.aspectName !== aspectName),
      { aspectName, value, dataType: 'STRING' as const, required: false },
    ],
  },
})
const without = (name: string) => (listing: Listing) => ({
  fields: { ...listing.fields, aspects: listing.fields.aspects.filter(({ aspectName }) => aspectName !== name) },
})
const inventory = 'https://developer.ebay.com/api-docs/sell/inventory/resources'
const two = varied([{ Size: 'M' }, { Size: 'L' }])
const auction = (days: number) => () => ({ auction: { days, startPrice: 100, buyItNowPrice: null } })

export const ebayRefusals: Refused<EbaySchema>[] = [
  ...by<EbaySchema>(`${inventory}/inventory_item/methods/createOrReplaceInventoryItem`, [
    ['title', 'no title', () => ({ title: '' })],
    ['title', 'a title of blanks', () => ({ title: '   ' }), 'unheard'],
    ['title', '81 characters', () => ({ title: letters(81) })],
    ['title', '200 characters', () => ({ title: letters(200) })],
    ['description', 'no description', () => ({ description: '' }), 'unheard'],
    ['images', 'no picture', () => ({ images: [] })],
    ['images', '25 pictures', () => ({ images: pictures(25) })],
    ['sku', 'a SKU of 51 characters', oneVariant({ sku: 'S'.repeat(51) })],
    ['condition', 'a word that is no condition', () => ({ condition: 'Quite nice' })],
  ]),
  ...by<EbaySchema>(`${inventory}/inventory_item_group/methods/createOrReplaceInventoryItemGroup`, [
    ['variations', 'two variations alike', varied([{ Size: 'M' }, { Size: 'M' }])],
    ['variations', '251 variations', varied(sizes(251))],
    ['images', '13 pictures of variations', (listing) => ({ ...two(listing), images: pictures(13) })],
    ['sku', 'a variation with a SKU of 51 characters', varied([{ Size: 'M' }], { sku: 'S'.repeat(51) })],
  ]),
  ...by<EbaySchema>(`${inventory}/offer/methods/publishOffer`, [
    ['ebayCategoryIds', 'no category', set({ ebayCategoryIds: '' })],
    ['ebayCategoryIds', 'two categories', set({ ebayCategoryIds: '15687,57990' }), 'unheard'],
    ['ebayCategoryIds', 'a category that is none', set({ ebayCategoryIds: '999999999' })],
    ['price', 'a variation for nothing', varied([{ Size: 'M' }, { Size: 'L' }], { price: 0 })],
    ['price', 'a price of 0', oneVariant({ price: 0 })],
    ['price', 'a price below 0', oneVariant({ price: -100 })],
    ['quantity', 'nothing to sell', oneVariant({ quantity: 0 })],
    ['quantity', 'nothing to sell of any variation', varied([{ Size: 'M' }, { Size: 'L' }], { quantity: 0 })],
    ['fulfillmentPolicyId', 'a policy that is gone', set({ fulfillmentPolicyId: '999999999' })],
  ]),
  ...by<EbaySchema>('https://www.ebay.com/help/selling/listings/auction-format?id=4110', [
    ['pricingConfiguration', 'an auction of 2 days', auction(2)],
    ['pricingConfiguration', 'an auction of variations', (listing) => ({ ...two(listing), ...auction(7)() })],
  ]),
  ...by<EbaySchema>(
    'https://developer.ebay.com/api-docs/sell/metadata/resources/marketplace/methods/getItemConditionPolicies',
    [
      ['condition', 'refurbished clothes', () => ({ condition: 'Certified Refurbished' })],
      ['condition', 'clothes for parts', () => ({ condition: 'Parts or Not Working' })],
      ['condition', 'acceptable clothes', () => ({ condition: 'Used - Acceptable' })],
      ['condition', 'clothes like new', () => ({ condition: 'Like New' })],
    ],
  ),
  ...by<EbaySchema>(
    'https://developer.ebay.com/api-docs/commerce/taxonomy/resources/category_tree/methods/getItemAspectsForCategory',
    [
      ['aspects.Brand', 'no brand', without('Brand')],
      ['aspects.Department', 'no department', without('Department')],
      ['aspects.Size Type', 'no size type', without('Size Type')],
      ['aspects.Size', 'no size', without('Size')],
      ['aspects.Color', 'no color', without('Color')],
      ['aspects.Department', 'a department of another category', aspect('Department', 'Women')],
      ['aspects.Size Type', 'a size type that is none', aspect('Size Type', 'Enormous')],
      ['aspects.Size', 'a size that is none', aspect('Size', '44')],
      ['aspects.Size', 'a size in words', aspect('Size', 'Large')],
      ['aspects.Vintage', 'neither yes nor no', aspect('Vintage', 'Maybe')],
      ['aspects.Handmade', 'neither yes nor no', aspect('Handmade', 'Partly')],
      ['aspects.Brand', 'two brands', aspect('Brand', ['Acme', 'Bolt'])],
      ['aspects.Color', 'two colors', aspect('Color', ['Red', 'Blue'])],
      ['aspects.Brand', 'a brand of 66 characters', aspect('Brand', 'B'.repeat(66))],
      ['aspects.Theme', 'a theme of 90 characters', aspect('Theme', 'T'.repeat(90))],
    ],
  ),
]
