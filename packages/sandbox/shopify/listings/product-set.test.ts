import { describe, expect, it } from 'vitest'
import { at, openTestShop, sellShirts, setProduct, type TestShop } from '../../testing/shopify-shop.ts'

const opened = (): TestShop => {
  const shop = openTestShop()
  shop.install()
  return shop
}
const plain = (sku: string, more: object = {}) => ({
  sku,
  price: '5',
  optionValues: [{ optionName: 'Title', name: 'Default Title' }],
  ...more,
})
const single = { productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }] }
const errorsOf = (shop: TestShop, input: object, identifier?: object): string[] =>
  (at(shop.graphql(setProduct, { identifier, input }), 'productSet', 'userErrors') as { code: string }[]).map(
    (error) => error.code,
  )
const productOf = (shop: TestShop, input: object, identifier?: object) =>
  at(shop.graphql(setProduct, { identifier, input }), 'productSet', 'product') as {
    id: string
    handle: string
    title: string
    tags: string[]
    status: string
    collections: { nodes: { id: string }[] }
    media: { nodes: { id: string; status: string; preview: { image: { url: string } | null } }[] }
    variants: {
      nodes: {
        id: string
        sku: string
        price: string
        inventoryQuantity: number
        inventoryItem: { id: string; tracked: boolean }
      }[]
    }
  }
const collectionIds = (shop: TestShop): string[] =>
  (at(shop.graphql('{ collections(first: 3) { nodes { id } } }'), 'collections', 'nodes') as { id: string }[]).map(
    (collection) => collection.id,
  )

describe('productSet', () => {
  it('makes a product with a handle of its title, the next one with a number', () => {
    const shop = opened()
    expect(productOf(shop, { title: 'Crème Mug' })).toMatchObject({
      handle: 'creme-mug',
      title: 'Crème Mug',
      variants: { nodes: [{ price: '0.00' }] },
    })
    expect(productOf(shop, { title: 'Crème Mug' }).handle).toBe('creme-mug-1')
  })

  it('changes the product that the handle names instead of making another', () => {
    const shop = opened()
    const made = productOf(
      shop,
      { handle: 'mug', title: 'Mug', ...single, variants: [plain('MUG')] },
      { handle: 'mug' },
    )
    const again = productOf(shop, { handle: 'mug', title: 'Big mug' }, { handle: 'mug' })
    expect(again).toMatchObject({ id: made.id, title: 'Big mug', variants: { nodes: [{ sku: 'MUG', price: '5.00' }] } })
  })

  it('finds a product by a custom id', () => {
    const shop = opened()
    const identifier = { customId: { namespace: 'motto', key: 'key', value: '7' } }
    const made = productOf(
      shop,
      { title: 'Mug', metafields: [{ namespace: 'motto', key: 'key', value: '7' }] },
      identifier,
    )
    expect(productOf(shop, { title: 'Cup' }, identifier).id).toBe(made.id)
    expect(
      errorsOf(shop, { title: 'Cup', metafields: [{ namespace: 'motto', key: 'key', value: '8' }] }, identifier),
    ).toEqual(['METAFIELD_MISMATCH'])
  })

  it('replaces the lists that are given and leaves the others', () => {
    const shop = opened()
    const [home = '', fresh = '', best = ''] = collectionIds(shop)
    const sizes = (names: string[]) => [{ name: 'Size', values: names.map((name) => ({ name })) }]
    const sized = (size: string, more: object = {}) => ({
      sku: `T-${size}`,
      price: '9',
      optionValues: [{ optionName: 'Size', name: size }],
      ...more,
    })
    const made = productOf(shop, {
      title: 'Tee',
      tags: ['b', 'a', 'A'],
      collections: [home, fresh],
      productOptions: sizes(['S', 'M']),
      variants: [sized('S'), sized('M')],
      files: [
        { originalSource: 'https://pictures.example/1.jpg' },
        { originalSource: 'https://pictures.example/2.jpg' },
      ],
    })
    expect(made.tags).toEqual(['A', 'b'])
    const changed = productOf(
      shop,
      {
        collections: [best],
        productOptions: sizes(['M', 'L']),
        variants: [sized('M', { price: '10' }), sized('L')],
        files: [{ originalSource: 'https://pictures.example/2.jpg' }],
      },
      { id: made.id },
    )
    expect(changed.title).toBe('Tee')
    expect(changed.tags).toEqual(['A', 'b'])
    expect(changed.collections.nodes).toEqual([{ id: best }])
    expect(changed.media.nodes.map((node) => node.id)).toEqual([made.media.nodes[1]?.id])
    expect(changed.variants.nodes.map(({ sku, price }) => [sku, price])).toEqual([
      ['T-M', '10.00'],
      ['T-L', '9.00'],
    ])
    expect(changed.variants.nodes[0]?.id).toBe(made.variants.nodes[1]?.id)
    const removedId = made.variants.nodes[0]?.inventoryItem.id
    expect(
      at(shop.graphql('query N($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [removedId] }), 'nodes'),
    ).toEqual([null])
  })

  it('makes pictures ready a little later', () => {
    const shop = opened()
    shop.lag.images = 1
    const made = productOf(shop, {
      title: 'Tee',
      files: [{ originalSource: 'https://pictures.example/1.jpg', alt: 'front' }],
    })
    expect(made.media.nodes[0]).toMatchObject({ status: 'PROCESSING', preview: { image: null } })
    shop.pass(1)
    const query =
      'query P($id: ID!) { product(id: $id) { media(first: 1) { nodes { status preview { image { url } } } } } }'
    expect(at(shop.graphql(query, { id: made.id }), 'product', 'media', 'nodes', 0)).toEqual({
      status: 'READY',
      preview: { image: { url: 'https://pictures.example/1.jpg' } },
    })
  })

  it('fetches a picture anew that it fetched in vain', () => {
    const shop = opened()
    shop.lag.images = 1
    const input = { title: 'Tee', files: [{ originalSource: 'https://pictures.example/1.svg' }] }
    const made = productOf(shop, input)
    const again = () => productOf(shop, input, { id: made.id }).media.nodes[0]
    expect(again()).toEqual(made.media.nodes[0])
    shop.pass(1)
    expect(again()).toMatchObject({ status: 'PROCESSING' })
  })

  it('takes quantities on creation, and later only where the item is stocked', () => {
    const shop = opened()
    const { productId, locationId } = sellShirts(shop, { S: 3 })
    const variant = (location: string) => ({
      sku: 'SHIRT-S',
      price: '20',
      optionValues: [{ optionName: 'Size', name: 'S' }],
      inventoryQuantities: [{ locationId: location, name: 'available', quantity: 8 }],
    })
    const productOptions = [{ name: 'Size', values: [{ name: 'S' }] }]
    const all = at(shop.graphql('{ locations(first: 5) { nodes { id } } }'), 'locations', 'nodes') as { id: string }[]
    const other = all.find((location) => location.id !== locationId)?.id ?? ''
    expect(errorsOf(shop, { productOptions, variants: [variant(other)] }, { id: productId })).toEqual(['INVALID_INPUT'])
    expect(
      productOf(shop, { productOptions, variants: [variant(locationId)] }, { id: productId }).variants.nodes[0]
        ?.inventoryQuantity,
    ).toBe(8)
  })

  const size = (...names: string[]) => ({ name: 'Size', values: names.map((name) => ({ name })) })
  it.each<[string, object, string[]]>([
    ['no title', {}, ['INVALID_PRODUCT']],
    ['a blank title', { title: '  ' }, ['INVALID_PRODUCT']],
    ['a title of 256 characters', { title: 'x'.repeat(256) }, ['INVALID_PRODUCT']],
    ['variants without options', { title: 'T', variants: [plain('A')] }, ['PRODUCT_OPTIONS_INPUT_MISSING']],
    ['options without variants', { title: 'T', ...single }, ['VARIANTS_INPUT_MISSING']],
    [
      'four options',
      {
        title: 'T',
        productOptions: ['A', 'B', 'C', 'D'].map((name) => ({ name, values: [{ name: '1' }] })),
        variants: [plain('A')],
      },
      ['OPTIONS_OVER_LIMIT'],
    ],
    [
      'an option twice',
      { title: 'T', productOptions: [size('S'), size('S')], variants: [plain('A')] },
      ['DUPLICATED_OPTION_NAME'],
    ],
    [
      'a value twice',
      { title: 'T', productOptions: [size('S', 's')], variants: [plain('A')] },
      ['DUPLICATED_OPTION_VALUE'],
    ],
    [
      'an option without values',
      { title: 'T', productOptions: [size()], variants: [plain('A')] },
      ['OPTION_VALUES_MISSING'],
    ],
    [
      'a value that no option has',
      { title: 'T', ...single, variants: [{ optionValues: [{ optionName: 'Title', name: 'X' }] }] },
      ['OPTION_VALUE_DOES_NOT_EXIST'],
    ],
    ['the same variant twice', { title: 'T', ...single, variants: [plain('A'), plain('B')] }, ['INVALID_VARIANT']],
    ['a negative price', { title: 'T', ...single, variants: [plain('A', { price: '-1' })] }, ['INVALID_VARIANT']],
    [
      'a picture that is not on the web',
      { title: 'T', files: [{ originalSource: 'data:image/png;base64,AA' }] },
      ['INVALID_INPUT'],
    ],
    [
      'a collection that does not exist',
      { title: 'T', collections: ['gid://shopify/Collection/1'] },
      ['INVALID_INPUT'],
    ],
  ])('refuses %s', (_, input, codes) => {
    const shop = opened()
    expect(errorsOf(shop, input)).toEqual(codes)
    expect(at(shop.graphql('{ productsCount { count } }'), 'productsCount', 'count')).toBe(0)
  })

  it('refuses handles that are taken, identifiers that do not fit and products that are gone', () => {
    const shop = opened()
    productOf(shop, { title: 'Mug', handle: 'mug' })
    expect(errorsOf(shop, { title: 'Other', handle: 'mug' })).toEqual(['HANDLE_NOT_UNIQUE'])
    expect(errorsOf(shop, { title: 'Other' }, { handle: 'mug' })).toEqual(['MISSING_FIELD_REQUIRED'])
    expect(errorsOf(shop, { title: 'Other', handle: 'cup' }, { handle: 'mug' })).toEqual(['INPUT_MISMATCH'])
    expect(errorsOf(shop, { title: 'Other' }, { id: 'gid://shopify/Product/1' })).toEqual(['PRODUCT_DOES_NOT_EXIST'])
  })
})

describe('listings', () => {
  it('are active only when the product is active and on a sales channel', () => {
    const shop = opened()
    const made = productOf(shop, { title: 'Mug', status: 'ACTIVE', ...single, variants: [plain('MUG')] })
    const status = () =>
      shop.simulator.listings().map((listing) => [listing.sku, listing.price, listing.status, listing.url])
    expect(status()).toEqual([['MUG', 5, 'draft', 'http://127.0.0.1:3001/shopify/motto-dev/products/mug']])
    expect(shop.send('GET', '/motto-dev/products/mug').status).toBe(404)
    const publications = at(
      shop.graphql('{ publications(first: 1) { nodes { id } } }'),
      'publications',
      'nodes',
      0,
      'id',
    )
    const publish = (verb: string) =>
      shop.graphql(
        `mutation P($id: ID!, $input: [PublicationInput!]!) { ${verb}(id: $id, input: $input) { userErrors { message } } }`,
        {
          id: made.id,
          input: [{ publicationId: publications }],
        },
      )
    publish('publishablePublish')
    expect(status()[0]?.[2]).toBe('active')
    expect(shop.send('GET', '/motto-dev/products/mug').body).toContain('<h1>Mug</h1>')
    publish('publishableUnpublish')
    expect(status()[0]?.[2]).toBe('draft')
    productOf(shop, { status: 'ARCHIVED' }, { id: made.id })
    expect(status()[0]?.[2]).toBe('archived')
  })

  it('also come from the seller, in a shop that exists already', () => {
    const shop = opened()
    shop.simulator.addItems([{ sku: 'LAMP', title: 'Lamp', price: 30.5, quantity: 4 }])
    expect(shop.simulator.listings()).toEqual([
      {
        externalId: expect.stringContaining('gid://shopify/Product/'),
        sku: 'LAMP',
        title: 'Lamp',
        price: 30.5,
        quantity: 4,
        status: 'active',
        url: 'http://127.0.0.1:3001/shopify/motto-dev/products/lamp',
      },
    ])
  })

  it('also come from the seller with variations, and are changed when they come again', () => {
    const shop = opened()
    const variants = (price: number) => [
      { sku: 'CAP-S', quantity: 2, options: { Size: 'S' } },
      { sku: 'CAP-L', quantity: 3, price, options: { Size: 'L' } },
    ]
    shop.simulator.addItems([{ sku: 'CAP-S', title: 'Cap', price: 12, quantity: 0, variants: variants(14) }])
    shop.simulator.addItems([{ sku: 'CAP-S', title: 'Cap', price: 12, quantity: 0, variants: variants(15) }])
    expect(
      shop.simulator.listings().map((listing) => [listing.sku, listing.price, listing.quantity, listing.status]),
    ).toEqual([
      ['CAP-S', 12, 2, 'active'],
      ['CAP-L', 15, 3, 'active'],
    ])
  })
})
