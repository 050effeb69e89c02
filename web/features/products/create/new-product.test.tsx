// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { listingChannels, saveListingProducts } from '#contract/listings/listings.ts'
import { listImports } from '#contract/imports.ts'
import { createProduct } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aListing, aPanel, aSchema } from '#web/testing/listings.ts'
import { pageWith } from '#web/testing/products.ts'
import { answerProductPage } from '#web/testing/product-page.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, nameOf, press, says, text, theOne, type, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()

beforeEach(() => {
  answerProductPage(server)
  server.answer(listTemplates, [
    {
      id: 7,
      name: 'Straps',
      details: '',
      products: 0,
      attributes: 0,
      channels: [],
      updatedAt: '2026-11-20T10:00:00.000Z',
    },
  ])
  server.answer(listingChannels, { ebay: aPanel('ebay', [aSchema()]) })
})
const currentStep = () => document.querySelector('[aria-current="step"]')?.textContent?.replace(/^\d/, '')
const onStep = (name: string) => until(() => currentStep() === name)

describe('the method of a new product', () => {
  it('PRO-001 PRO-002 PRO-004..PRO-007 there are three methods, and five steps of the first', async () => {
    await renderPage('/inventory/new')
    const methods = await theOne('group', 'How to add products')
    expect(all('button', /./, methods).map((method) => text(method))).toEqual([
      'From TemplateStart from an existing product template',
      'Import from ChannelPull products from your connected sales channels',
      'Import from CSVUpload a spreadsheet to create products in bulk',
    ])
    expect([...(await theOne('list', 'Steps')).children].map((step) => step.textContent)).toEqual([
      '1Method',
      '2Details',
      '3Listing Configurations',
      '4Attributes',
      '5Review & Create',
    ])
    expect(currentStep()).toBe('Method')
  })

  it('PRO-010 PRO-011 another method keeps no template', async () => {
    server.answer(listImports, pageWith())
    const page = await renderPage('/inventory/new/7?method=csv')
    await press('button', /^From Template/)
    await until(() => page.address() === '/inventory/new')
    expect(currentStep()).toBe('Method')
  })

  it('PRO-019 PRO-022 PRO-023 PRO-026 PRO-109 a template is searched, chosen, and changed', async () => {
    const page = await renderPage('/inventory/new')
    await type('Search templates', 'zzzz')
    await says('No templates found')
    await press('button', 'Clear filters')
    await press('button', /^Use template /)
    await onStep('Details')
    expect(page.address()).toBe('/inventory/new/7')
    await press('button', 'Change')
    await until(() => page.address() === '/inventory/new')
  })
})

describe('the details of a new product', () => {
  it('PRO-038..PRO-059 PRO-094 PRO-114 PRO-221 PRO-225 PRO-253 every field is there, four of them marked as required', async () => {
    await renderPage('/inventory/new/7')
    await theOne('heading', 'Images')
    const labels = [...document.querySelectorAll('label, [aria-label]')].map((element) =>
      nameOf(element).replace(/ \*$/, ''),
    )
    for (const name of ['SKU', 'Title', 'Condition', 'Quantity', 'Tags', 'Internal notes', 'Add images'])
      expect(labels, name).toContain(name)
    for (const name of [
      'Price',
      'Cost',
      'MSRP',
      'Sold',
      'Width',
      'Length',
      'Height',
      'Size unit',
      'Weight',
      'Weight unit',
    ])
      expect(labels, name).toContain(name)
    for (const name of ['Vendor', 'Location', 'Warehouse', 'Bin']) expect(labels, name).toContain(name)
    for (const name of ['Title', 'Description', 'Condition', 'Quantity']) await says(`${name} *`)
    expect(document.querySelector('[title="Used for analytics"]')).not.toBeNull()
    expect(document.querySelector('input[type=file]')?.getAttribute('accept')).toBe('.png,.jpeg,.jpg')
    expect(((await theOne('field', 'SKU')) as HTMLInputElement).disabled).toBe(false)
    expect(all('navigation', 'Product tabs')).toEqual([])
  })

  it('PRO-035 a product without a SKU is not created', async () => {
    await renderPage('/inventory/new/7?step=4')
    await onStep('Review & Create')
    await press('button', 'Create')
    await says('Please select a SKU.')
    await onStep('Details')
    expect(server.calls(createProduct)).toEqual([])
  })
})

describe('the way to a new product', () => {
  it('PRO-014..PRO-016 PRO-028 PRO-029 PRO-031..PRO-033 PRO-036 PRO-096 PRO-097 PRO-100 PRO-105 PRO-107 PRO-140 PRO-144 PRO-145 leads through the steps to the page of the product, and switches on its channel', async () => {
    server.answer(createProduct, { id: 12 })
    server.answer(saveListingProducts, [aListing('ebay')])
    const page = await renderPage('/inventory/new/7')
    await type('SKU', 'STRAP-1')
    await type('Price', '29')
    await says('Proceed to listing configurations')
    await press('button', 'Next')
    await onStep('Listing Configurations')
    expect(page.address()).toContain('step=2')
    await says('Proceed to attributes')
    await says('Set this first')
    await says('There is only one listing template available')
    await says('No categories to select')
    await press('switch', /^List on eBay/)
    await press('button', 'Next')
    await onStep('Attributes')
    await says('Proceed to next step')
    expect(((await theOne('button', 'Generate attributes')) as HTMLButtonElement).disabled).toBe(true)
    const grid = await theOne('table', 'Attributes')
    const headers = all('columnheader', /./, grid).map((header) => text(header))
    expect(headers.slice(0, 2)).toEqual(['Name', 'Value'])
    history.back()
    await onStep('Listing Configurations')
    expect(((await theOne('switch', /^List on eBay/)) as HTMLInputElement).checked).toBe(true)
    history.back()
    await onStep('Details')
    expect([await valueOf('SKU'), await valueOf('Price')]).toEqual(['STRAP-1', '29.00'])
    for (const step of ['Listing Configurations', 'Attributes', 'Review & Create']) {
      await press('button', 'Next')
      await onStep(step)
    }
    await press('button', 'Edit Details')
    await onStep('Details')
    for (const step of ['Listing Configurations', 'Attributes', 'Review & Create']) {
      await press('button', 'Next')
      await onStep(step)
    }
    await press('button', 'Create')
    await says('Product created.')
    await until(() => page.address().startsWith('/product/12'))
    expect(server.calls(createProduct).map(({ body }) => body.product)).toMatchObject([
      { templateId: 7, sku: 'STRAP-1', price: 2900 },
    ])
    expect(server.calls(saveListingProducts).map(({ body }) => body.listingProducts)).toMatchObject([
      [{ channel: 'ebay', productId: 12, listSettings: { list: true } }],
    ])
  })

  it('PRO-014 what was typed survives a reload of the page', async () => {
    await renderPage('/inventory/new/7')
    await type('SKU', 'STRAP-1')
    await press('button', 'Next')
    await onStep('Listing Configurations')
    const stored = { ...sessionStorage }
    expect(JSON.stringify(stored)).toContain('STRAP-1')
  })
})
