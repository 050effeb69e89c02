import { expect, it } from 'vitest'
import { aProduct, aTemplate } from '#web/testing/listings.ts'
import { draftOf, type Template } from '../page/draft.ts'
import { withBlock } from './paste.ts'

const template = aTemplate({ variations: ['Size', 'Color'], attributes: [] }) as unknown as Template
const blank = { barcode: '', price: null, cost: null, quantity: 0, images: [], selectedImages: [], attributes: [] }
const rowsOf = (n: number) =>
  draftOf(
    aProduct({
      variations: Array.from({ length: n }, (_, at) => ({
        ...blank,
        id: at + 1,
        name: '',
        sku: `TEE-${at + 1}`,
        skuLock: at === 0 ? 'Live on eBay.' : '',
      })) as never,
    }),
  ).variations

it('a block of 10 colors by 20 sizes fills options, names, SKUs, counts and prices of 200 variations', () => {
  const block = Array.from({ length: 200 }, (_, n) => {
    const [size, color] = [`S${n % 20}`, `C${Math.floor(n / 20)}`]
    return [size, color, `${size} / ${color}`, `NEW-${n}`, '', String(n), `${n}.50`, '7']
  })
  const rows = withBlock(rowsOf(200), template, { row: 0, column: 0 }, block)
  expect(rows[199]).toMatchObject({ name: 'S19 / C9', sku: 'NEW-199', quantity: 199, price: 199.5, cost: 7 })
  expect(rows[199]?.attributes.map(({ name, value }) => [name, value])).toEqual([
    ['Size', 'S19'],
    ['Color', 'C9'],
  ])
  // A SKU that is live stays.
  expect(rows[0]).toMatchObject({ sku: 'TEE-1', name: 'S0 / C0' })
})

it('a block that begins in the middle leaves what is above and left of it, and what reaches beyond is left out', () => {
  const rows = withBlock(rowsOf(3), template, { row: 1, column: 6 }, [['4', '2', 'x'], ['cheap'], ['9'], ['9']])
  expect(rows.map(({ price, cost, quantity }) => [quantity, price, cost])).toEqual([
    [0, null, null],
    [0, 4, 2],
    [0, null, null],
  ])
})
