import type { BigCommerceSchema } from '#contract/channels/shapes/bigcommerce.ts'
import type { CloverSchema } from '#contract/channels/shapes/clover.ts'
import type { ShopifySchema } from '#contract/channels/shapes/shopify.ts'
import type { SquareSchema } from '#contract/channels/shapes/square.ts'
import type { ReadyListing } from '../../channel.ts'
import { type Refused, by, letters, oneVariant, pictures, sizes, varied, words } from './case.ts'

const set =
  <F>(fields: Partial<F>) =>
  (listing: ReadyListing<F>) => ({ fields: { ...listing.fields, ...fields } })
const alike = varied([{ Size: 'M' }, { Size: 'M' }])
const cased = varied([{ Size: 'm' }, { Size: 'M' }])
const lacking = varied([{ Size: 'M', Color: 'Red' }, { Size: 'L' }])

export const shopifyRefusals: Refused<ShopifySchema>[] = [
  ...by<ShopifySchema>('https://shopify.dev/docs/api/admin-graphql/latest/input-objects/ProductSetInput', [
    ['title', 'no title', () => ({ title: '' })],
    ['title', 'a title of blanks', () => ({ title: '   ' })],
    ['title', '256 characters', () => ({ title: letters(256) })],
    ['title', '1,000 characters', () => ({ title: letters(1000) })],
    ['description', 'more than 512 kB', () => ({ description: `<p>${'x'.repeat(530_000)}</p>` }), 'unheard'],
    ['tags', '251 tags', () => ({ tags: words(251) })],
    ['tags', 'a tag of 256 characters', () => ({ tags: ['t'.repeat(256)] })],
    ['images', '251 pictures', () => ({ images: pictures(251) })],
    ['locationId', 'a location that is none', set<ShopifySchema>({ locationId: 'gid://shopify/Location/999' })],
    ['vendor', 'a vendor of 256 characters', () => ({ vendor: 'v'.repeat(256) })],
    ['vendor', "a template's vendor of 256 characters", set<ShopifySchema>({ vendor: 'v'.repeat(256) })],
    ['productType', 'a product type of 256 characters', set<ShopifySchema>({ productType: 'p'.repeat(256) })],
    ['tags', "a template's 251 tags", set<ShopifySchema>({ tags: words(251).join() })],
    [
      'collectionIds',
      'a collection that is none',
      set<ShopifySchema>({ collectionIds: 'gid://shopify/Collection/999' }),
    ],
    ['collectionIds', 'a collection that is no number', set<ShopifySchema>({ collectionIds: 'summer' })],
    ['images', 'a picture that is no address', () => ({ images: ['shirt.jpg'] })],
    ['images', 'a picture that is not on the web', () => ({ images: ['ftp://pictures.example/shirt.jpg'] })],
  ]),
  ...by<ShopifySchema>('https://shopify.dev/docs/api/admin-graphql/latest/input-objects/ProductVariantSetInput', [
    ['price', 'a price below 0', oneVariant({ price: -1 })],
    ['price', 'a price of -100', oneVariant({ price: -10_000 })],
    ['sku', 'a SKU of 256 characters', oneVariant({ sku: 'S'.repeat(256) }), 'unheard'],
    ['variations', 'two variations alike', alike],
    ['variations', 'alike but for the case', cased],
    ['variations', 'a variation without a value', lacking],
    ['variations', 'a value of blanks', varied([{ Size: ' ' }, { Size: 'M' }]), 'unheard'],
    ['variations', 'an option without a name', varied([{ ' ': 'L' }, { ' ': 'M' }])],
    ['variations', 'four options', varied([{ A: '1', B: '1', C: '1', D: '1' }])],
    ['variations', '2,049 variations', varied(sizes(2049))],
    ['variations', 'an option value of 256 characters', varied([{ Size: 'x'.repeat(256) }, { Size: 'M' }]), 'unheard'],
    ['variations', 'an option name of 256 characters', varied([{ ['n'.repeat(256)]: 'M' }]), 'unheard'],
  ]),
]

export const squareRefusals: Refused<SquareSchema>[] = [
  ...by<SquareSchema>('https://developer.squareup.com/reference/square/objects/CatalogItem', [
    ['title', 'no title', () => ({ title: '' })],
    ['title', 'a title of blanks', () => ({ title: '  ' })],
    ['title', '513 characters', () => ({ title: letters(513) })],
    ['title', '513 emoji', () => ({ title: '😀'.repeat(513) })],
    ['description', '65,536 characters', () => ({ description: 'x'.repeat(65_536) })],
    ['categoryIds', 'a category that is none', set<SquareSchema>({ categoryIds: 'NOSUCHCATEGORY2222222222' })],
    ['taxIds', 'a tax that is none', set<SquareSchema>({ taxIds: 'NOSUCHTAX222222222222222' })],
    ['locationId', 'a location that is none', set<SquareSchema>({ locationId: 'NOSUCHPLACE22' })],
    ['price', 'another currency', () => ({ currency: 'EUR' })],
    ['images', '251 pictures', () => ({ images: pictures(251) })],
  ]),
  ...by<SquareSchema>('https://developer.squareup.com/reference/square/objects/CatalogItemVariation', [
    ['sku', 'a SKU of 256 characters', oneVariant({ sku: 'S'.repeat(256) })],
    ['price', 'a price below 0', oneVariant({ price: -1 })],
    ['barcode', 'a barcode of 7 digits', oneVariant({ barcode: '1234567' })],
    ['barcode', 'a barcode of letters', oneVariant({ barcode: 'ABCDEFGH' })],
    ['barcode', 'a barcode of 15 digits', oneVariant({ barcode: '123456789012345' })],
    ['variations', 'two variations alike', alike],
    ['variations', 'alike but for the case', cased],
    ['variations', 'a variation without a value', lacking],
    ['variations', 'an option without a name', varied([{ ' ': 'L' }, { ' ': 'M' }])],
    ['variations', '251 variations', varied(sizes(251))],
    ['variations', 'seven options', varied([{ A: '1', B: '1', C: '1', D: '1', E: '1', F: '1', G: '1' }])],
    [
      'variations',
      'an option name of 256 characters',
      varied([{ ['n'.repeat(256)]: 'M' }, { ['n'.repeat(256)]: 'L' }]),
    ],
  ]),
]

export const cloverRefusals: Refused<CloverSchema>[] = [
  ...by<CloverSchema>('https://docs.clover.com/dev/reference/inventorycreateitem', [
    ['title', 'no title', () => ({ title: '' })],
    ['title', 'a title of blanks', () => ({ title: '   ' })],
    ['title', '128 characters', () => ({ title: letters(128) })],
    ['title', '500 characters', () => ({ title: letters(500) })],
    ['title', '128 emoji', () => ({ title: '😀'.repeat(128) })],
    ['sku', 'a SKU of 101 characters', oneVariant({ sku: 'S'.repeat(101) })],
    ['price', 'a price below 0', oneVariant({ price: -1 })],
    ['barcode', 'a code of 101 characters', oneVariant({ barcode: '1'.repeat(101) })],
    ['categoryIds', 'a category that is none', set<CloverSchema>({ categoryIds: 'N0SUCHCATEG0R' })],
    ['categoryIds', 'one of two is none', set<CloverSchema>({ categoryIds: 'N0SUCHCATEG0R,N0SUCHCATEG1R' })],
    ['price', 'no price', oneVariant({ price: Number.NaN })],
    ['sku', 'a SKU of 500 characters', oneVariant({ sku: 'S'.repeat(500) })],
    ['barcode', 'a code of 500 characters', oneVariant({ barcode: '1'.repeat(500) })],
  ]),
  ...by<CloverSchema>('https://docs.clover.com/dev/docs/item-groups', [
    ['variations', 'two variations alike', alike, 'unheard'],
    ['variations', 'alike but for the case', cased, 'unheard'],
    ['variations', 'a variation without a value', lacking, 'unheard'],
    ['variations', 'a value of blanks', varied([{ Size: ' ' }, { Size: 'M' }])],
    ['variations', 'an option without a name', varied([{ ' ': 'L' }, { ' ': 'M' }])],
    ['price', 'a variation below 0', varied([{ Size: 'M' }, { Size: 'L' }], { price: -1 })],
    ['barcode', 'a variation with a code of 101 characters', varied([{ Size: 'M' }], { barcode: '1'.repeat(101) })],
    ['variations', 'an option value of 256 characters', varied([{ Size: 'x'.repeat(256) }, { Size: 'M' }])],
    [
      'variations',
      'an option name of 256 characters',
      varied([{ ['n'.repeat(256)]: 'M' }, { ['n'.repeat(256)]: 'L' }]),
    ],
  ]),
]

const products = 'https://developer.bigcommerce.com/docs/rest-catalog/products'
export const bigcommerceRefusals: Refused<BigCommerceSchema>[] = [
  ...by<BigCommerceSchema>(`${products}#create-a-product`, [
    ['title', 'no title', () => ({ title: '' })],
    ['title', '251 characters', () => ({ title: letters(251) })],
    ['title', '1,000 characters', () => ({ title: letters(1000) })],
    ['title', '251 emoji', () => ({ title: '😀'.repeat(251) })],
    ['sku', 'a SKU of 256 characters', oneVariant({ sku: 'S'.repeat(256) })],
    ['price', 'a price below 0', oneVariant({ price: -1 })],
    ['barcode', 'a barcode of 15 digits', oneVariant({ barcode: '123456789012345' })],
    ['categoryIds', 'a category that is none', set<BigCommerceSchema>({ categoryIds: '999' })],
    ['categoryIds', 'one of two is none', set<BigCommerceSchema>({ categoryIds: '23,999' })],
    ['brandName', 'a brand of 256 characters', set<BigCommerceSchema>({ brandName: 'b'.repeat(256) })],
    ['brandName', 'a vendor of 256 characters', () => ({ vendor: 'v'.repeat(256) })],
  ]),
  ...by<BigCommerceSchema>('https://developer.bigcommerce.com/docs/rest-catalog/products/images', [
    ['images', 'an address of more than 255 characters', () => ({ images: pictures(1, 250) })],
    [
      'images',
      "a variation's picture at such an address",
      varied([{ Size: 'M' }], { image: pictures(1, 250)[0] ?? '' }),
      'unheard',
    ],
    ['images', '1,001 pictures', () => ({ images: pictures(1001) })],
  ]),
  ...by<BigCommerceSchema>('https://developer.bigcommerce.com/docs/rest-catalog/product-variants', [
    ['variations', 'two variations alike', alike],
    ['variations', 'a variation without a value', lacking],
    ['sku', 'a variation with a SKU of 256 characters', varied([{ Size: 'M' }], { sku: 'S'.repeat(256) })],
    ['variations', '601 variations', varied(sizes(601))],
    ['variations', '251 values of an option', varied(sizes(251)), 'unheard'],
    ['variations', 'an option value of 256 characters', varied([{ Size: 'x'.repeat(256) }, { Size: 'M' }])],
    [
      'variations',
      'an option name of 256 characters',
      varied([{ ['n'.repeat(256)]: 'M' }, { ['n'.repeat(256)]: 'L' }]),
    ],
    ['price', 'a variation below 0', varied([{ Size: 'M' }, { Size: 'L' }], { price: -1 })],
  ]),
  ...by<BigCommerceSchema>('https://developer.bigcommerce.com/docs/rest-management/inventory', [
    ['locationId', 'a location that is none', set<BigCommerceSchema>({ locationId: '999' })],
  ]),
]
