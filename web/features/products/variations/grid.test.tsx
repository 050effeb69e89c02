// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { aProduct, aTemplate } from '#web/testing/listings.ts'
import { away, press, pressKey, show, text, theOne, type, until, valueOf } from '#web/testing/screen.tsx'
import { type Draft, draftOf, type Template } from '../page/draft.ts'
import { VariationsEditor } from './variations-editor.tsx'

afterEach(() => {
  now = []
  return away()
})

const template = aTemplate({ variations: ['Size', 'Color'], attributes: [] }) as unknown as Template
const blank = { skuLock: '', barcode: '', price: null, cost: null, quantity: 0, images: [], selectedImages: [] }
const variation = (n: number) => ({
  ...blank,
  id: n,
  name: `S${n} / Red`,
  sku: `TEE-${n}`,
  attributes: [
    { name: 'Size', value: `S${n}` },
    { name: 'Color', value: 'Red' },
  ],
})
let now: Draft['variations'] = []
function Page({ rows }: { rows: number }) {
  const [draft, setDraft] = useState(() =>
    draftOf(aProduct({ variations: Array.from({ length: rows }, (_, n) => variation(n + 1)) as never })),
  )
  return (
    <VariationsEditor
      template={template}
      draft={draft}
      onChange={(variations) => {
        now = variations
        setDraft({ ...draft, variations })
      }}
      errorOf={() => undefined}
    />
  )
}
const row = (n: number) => theOne('group', `Variation ${n}`)
const fieldOf = async (n: number, name: string) => (await theOne('field', name, await row(n))) as HTMLInputElement
const focusOn = async (n: number, name: string) => (await fieldOf(n, name)).focus()
const focused = async (n: number, name: string) => document.activeElement === (await fieldOf(n, name))
function paste(block: string) {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'clipboardData', { value: { getData: () => block } })
  document.activeElement?.dispatchEvent(event)
}

it('a block from a spreadsheet is laid over the rows; a number that cannot be read stays in its field, marked', async () => {
  show(<Page rows={3} />)
  await focusOn(1, 'Quantity')
  paste('4\t19.50\r\nmany\t21\r\n6\t\r\n')
  await until(() => now.length === 3)
  await until(async () => (await fieldOf(2, 'Quantity')).value === 'many')
  expect(now.map(({ quantity, price }) => [quantity, price])).toEqual([
    [4, 19.5],
    [0, 21],
    [6, null],
  ])
  await until(async () => text(await row(2)).includes('“many” is not a number.'))
})

it('names follow pasted options, and rows beyond the last are added when one says so', async () => {
  show(<Page rows={2} />)
  await focusOn(1, 'Size')
  paste('M\tRed\nL\tRed\nXL\tBlue')
  await press('button', 'Add', await theOne('dialog', 'Add 1 variation?'))
  await until(() => now.length === 3)
  expect(now.map(({ name, sku }) => [name, sku])).toEqual([
    ['M / Red', 'TEE-1'],
    ['L / Red', 'TEE-2'],
    ['XL / Blue', expect.stringMatching(/-3$/)],
  ])
})

it('Enter and arrows move between cells, Ctrl D fills down, Escape restores a cell', async () => {
  show(<Page rows={3} />)
  await focusOn(1, 'Price')
  await type('Price', '25', await row(1))
  pressKey('d', { ctrlKey: true })
  await until(() => now.every(({ price }) => price === 25))
  pressKey('Enter')
  expect(await focused(2, 'Price')).toBe(true)
  pressKey('ArrowUp')
  expect(await focused(1, 'Price')).toBe(true)
  pressKey('ArrowRight')
  expect(await focused(1, 'Cost')).toBe(true)
  pressKey('ArrowDown')
  expect(await focused(2, 'Cost')).toBe(true)
  await focusOn(2, 'SKU')
  await type('SKU', 'OTHER', await row(2))
  await until(() => now[1]?.sku === 'OTHER')
  pressKey('Escape')
  await until(() => now[1]?.sku === 'TEE-2')
  expect(await valueOf('SKU', await row(2))).toBe('TEE-2')
})

it('SKUs are not filled down, for each variation has its own', async () => {
  show(<Page rows={2} />)
  await focusOn(1, 'SKU')
  pressKey('d', { ctrlKey: true })
  pressKey('ArrowDown')
  expect(await focused(2, 'SKU')).toBe(true)
  expect([now, await valueOf('SKU', await row(2))]).toEqual([[], 'TEE-2'])
})
