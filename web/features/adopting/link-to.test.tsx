// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decideFound } from '#contract/adopting/adopting.ts'
import { getProduct, searchProducts } from '#contract/products/products.ts'
import { aProduct } from '#web/testing/listings.ts'
import { answer, away, choose, press, refusal, says, show } from '#web/testing/screen.tsx'
import { LinkTo } from './link-to.tsx'
import type { Found } from './words.ts'

afterEach(away)

const part = (sku: string, name = '') => ({ sku, name, price: 1000, quantity: 3, barcode: '' })
const row = (...parts: ReturnType<typeof part>[]) =>
  ({ id: 5, title: 'Becher', parts, products: [] }) as unknown as Found
const variation = (id: number, sku: string, name: string) => ({ ...aProduct(), id, sku, name }) as never

function open(listing: Found, product: object, reply: Parameters<typeof answer<typeof decideFound>>[1]) {
  const close = vi.fn<() => void>()
  const screen = show(<LinkTo row={listing} name="Shopify" params={{ integrationId: 3 }} onClose={close} />, {
    answers: [
      answer(searchProducts, [{ id: 12, sku: 'MUG-1', title: 'A mug', image: '' }]),
      answer(getProduct, aProduct({ id: 12, sku: 'MUG-1', ...product })),
      answer(decideFound, reply),
    ],
  })
  return { screen, close }
}

describe('choosing the product that a listing is', () => {
  it('of one form says what becomes of its SKU, and sends it', async () => {
    const { screen, close } = open(row(part('OLD-7')), {}, { decided: 1 })
    await press('button', 'Link')
    await says('Choose a product.')
    await choose('Product', 'MUG-1, A mug')
    await says(
      'OLD-7 on Shopify will be linked to MUG-1. Its SKU on Shopify stays the same, and its orders count toward this product.',
    )
    await press('button', 'Link')
    await says('Nothing changes on Shopify.')
    expect(screen.sent(decideFound)).toEqual([
      { which: { ids: [5] }, as: 'link', productId: 12, pairs: [{ theirs: 'OLD-7', ours: 'MUG-1' }] },
    ])
    expect(close).toHaveBeenCalledOnce()
  })

  it('of several forms asks for those that nobody could know, and says why it is refused', async () => {
    const variations = [variation(1, 'MUG-R', 'Red'), variation(2, 'MUG-B', 'Blue')]
    const why = 'MUG-X belongs to another product, which would get these orders. Link that product, or change its SKU.'
    const refused = refusal({ status: 400, message: why, fields: { productId: why } })
    const { screen } = open(row(part('A', 'red'), part('B', 'Navy')), { variations }, refused)
    await choose('Product', 'MUG-1, A mug')
    await says('Match each Shopify SKU to a SKU in Motto.')
    await choose('B, Navy', 'MUG-B, Blue')
    await press('button', 'Link')
    await says(why)
    expect(screen.sent(decideFound)[0]).toMatchObject({
      pairs: [
        { theirs: 'B', ours: 'MUG-B' },
        { theirs: 'A', ours: 'MUG-R' },
      ],
    })
  })
})
