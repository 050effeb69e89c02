// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { listListingProducts } from '#contract/listings/listings.ts'
import { updateProduct } from '#contract/products/products.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aListing, aProduct } from '#web/testing/listings.ts'
import { answerProductPage } from '#web/testing/product-page.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, nameOf, press, says, text, theOne, type, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()

beforeEach(() => {
  answerProductPage(server, aProduct({ sku: 'STRAP-1', skuLock: '', liveOn: ['ebay'] }))
  server.answer(listListingProducts, [aListing('ebay', { status: 'listed', url: 'https://ebay.example/1' })])
})
/** What labels a field of any kind. */
const labels = () => [
  ...names('field'),
  ...[...document.querySelectorAll('label, [aria-label]')].map((element) => nameOf(element).replace(/ \*$/, '')),
]
const names = (kind: Parameters<typeof all>[0]) => all(kind).map((element) => nameOf(element))

describe('the page of a product', () => {
  it('PRO-122 its description is edited, and previewed as buyers see it', async () => {
    await renderPage('/product/12')
    await theOne('button', 'Add variation')
    await press('radio', 'Preview')
    const preview = await until(() => document.querySelector('iframe[title="Description preview"]'))
    expect(preview.getAttribute('srcdoc')).toContain('Soft and warm')
    expect(preview.getAttribute('sandbox')).toBe('')
    await press('radio', 'Edit')
    await until(() => document.querySelector('[contenteditable="true"]'))
  })

  it('PRO-110..PRO-113 it has four tabs, and a page of its own for each', async () => {
    await renderPage('/product/12')
    const tabs = await theOne('navigation', 'Product tabs')
    expect(all('link', /./, tabs).map((tab) => [text(tab), tab.getAttribute('href')])).toEqual([
      ['Product', '/product/12'],
      ['Publish', '/product/12/publish'],
      ['Listings', '/product/12/listings'],
      ['Orders', '/product/12/orders'],
    ])
  })

  it('PRO-115 PRO-117 PRO-140..PRO-143 its head has what can be done with it', async () => {
    await renderPage('/product/12')
    const order = await theOne('link', 'Create an order with this product')
    expect(order.getAttribute('href')).toBe('/orders/new?items=STRAP-1')
    await theOne('button', 'Delete')
    for (const name of ['Duplicate', 'More', 'Delete', 'Save', 'List', 'Unlock SKU'])
      expect(names('button'), name).toContain(name)
    // PRO-145: a new product is made in the wizard alone.
    expect(names('button')).not.toContain('Next')
  })

  it('PRO-119..PRO-139 its Product tab holds every part of the product', async () => {
    await renderPage('/product/12')
    await theOne('heading', 'Variations')
    for (const name of ['Title and images', 'Attributes', 'Variations', 'Listings'])
      expect(names('heading'), name).toContain(name)
    await says('Description *')
    const fields = labels()
    for (const name of ['SKU', 'Title', 'Condition', 'Tags', 'Internal notes', 'Quantity', 'Sold'])
      expect(fields, name).toContain(name)
    for (const name of ['Cost', 'Price', 'MSRP', 'Weight', 'Width', 'Length', 'Height', 'Weight unit', 'Size unit'])
      expect(fields, name).toContain(name)
    for (const name of ['Vendor', 'Location', 'Warehouse', 'Bin']) expect(fields, name).toContain(name)
    const settings = all('link', 'Listing settings')[0]
    expect(settings?.getAttribute('href')).toMatch(/^\/product\/12\/publish/)
    await theOne('link', 'eBay', await theOne('section', 'Listings'))
  })

  it('what matters most stands first; of a product with variations, these', async () => {
    const order = () =>
      all('heading')
        .filter(({ tagName, parentElement }) => tagName === 'H2' && parentElement?.closest('section[id]'))
        .map((heading) => text(heading))
    await renderPage('/product/12')
    await theOne('heading', 'Delete product')
    expect(order()).toEqual([
      'Title and images',
      'Price and stock',
      'Attributes',
      'Description',
      'Details',
      'Storage location',
      'Size and weight',
      'Variations',
      'Delete product',
    ])
  })

  it('of a product with variations, these stand first, then where they are stored', async () => {
    const variation = {
      id: 3,
      name: 'Red',
      sku: 'STRAP-1-RED',
      skuLock: '',
      barcode: '',
      price: null,
      cost: null,
      quantity: 2,
      sold: 0,
      onHand: 2,
      reservedQuantity: 0,
      images: [],
      selectedImages: [],
      attributes: [],
    }
    answerProductPage(server, aProduct({ sku: 'STRAP-1', variations: [variation] as never }))
    await renderPage('/product/12')
    await theOne('heading', 'Delete product')
    const headings = names('heading')
    const at = (name: string) => headings.indexOf(name)
    expect(at('Variations')).toBeGreaterThan(-1)
    expect(at('Variations')).toBeLessThan(at('Storage location'))
    expect(at('Storage location')).toBeLessThan(at('Title and images'))
  })

  it('its head says what is unsaved, with Save as the one filled button, and saves or discards it', async () => {
    const filled = () =>
      all('button')
        .filter((button) => button.dataset.variant === 'filled')
        .map(nameOf)
    server.answer(updateProduct, { ...aProduct({ sku: 'STRAP-1', vendor: 'Loomworks' }), changeId: null } as never)
    await renderPage('/product/12')
    await theOne('heading', 'Delete product')
    expect(filled()).toContain('List')
    expect(all('region', 'Unsaved changes')).toEqual([])
    await type('Vendor', 'Loomworks')
    await says('Unsaved changes: Vendor', await theOne('region', 'Unsaved changes'))
    expect(filled()).toContain('Save')
    expect(filled()).not.toContain('List')
    await press('button', 'Discard')
    await until(() => all('region', 'Unsaved changes').length === 0)
    expect(await valueOf('Vendor')).toBe('')
    await type('Vendor', 'Loomworks')
    await press('button', 'Save')
    await says('Product saved.')
  })
})
