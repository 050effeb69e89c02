// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { getProductBySku } from '#contract/products/products.ts'
import { aProduct } from '#web/testing/listings.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { answerProductPage } from '#web/testing/product-page.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { says, theOne, until } from '#web/testing/screen.tsx'

const server = fakeServer()

/** Counts how often the document was left without a heading after it had shown its first. */
let blanks = 0
const heading = () => document.querySelector('h1')
let hadHeading = false
const observer = new MutationObserver(() => {
  if (hadHeading && !heading()) blanks++
  hadHeading = heading() !== null
})
function watchHeading() {
  blanks = 0
  hadHeading = false
  observer.observe(document.body, { childList: true, subtree: true })
}
afterEach(() => observer.disconnect())

describe('the address of a product by its SKU', () => {
  it('PRO-156 PRO-157 leads to a page that names an unknown SKU, and shows no blank page on the way', async () => {
    server.fail(getProductBySku, 'not_found')
    watchHeading()
    const page = await renderPage('/product/sku/NOPE')
    await says("We couldn't find any product with SKU NOPE.")
    expect(page.address()).toBe('/product-not-found?sku=NOPE')
    expect(blanks).toBe(0)
  })

  it('PRO-155 leads to the product, and shows no blank page on the way', async () => {
    const product = aProduct({ sku: 'STRAP-1' })
    answerProductPage(server, product)
    server.answer(getProductBySku, product)
    watchHeading()
    const page = await renderPage('/product/sku/STRAP-1')
    await theOne('heading', 'Variations')
    await until(() => page.address() === `/product/${product.id}`)
    expect(blanks).toBe(0)
  })
})
