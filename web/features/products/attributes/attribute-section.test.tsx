// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aProduct } from '#web/testing/listings.ts'
import { answerProductPage } from '#web/testing/product-page.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { says, type, valueOf } from '#web/testing/screen.tsx'

vi.mock('./attribute-section.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const server = fakeServer()

it('a product page whose attributes cannot be loaded keeps the other fields and what was typed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answerProductPage(server, aProduct({ sku: 'STRAP-1', title: 'Strap' }))
  await renderPage('/product/12')
  await type(/^Title/, 'Leather strap')
  await says('Couldn’t load this part of the page.')
  expect(await valueOf(/^Title/)).toBe('Leather strap')
})
