// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { aProduct, aTemplate } from '#web/testing/listings.ts'
import { all, away, press, pressKey, show, text, theOne, type, until, valueOf } from '#web/testing/screen.tsx'
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

it('those that are selected are filled at once, and removed', async () => {
  show(<Page rows={3} />)
  await press('checkbox', 'Select S1 / Red')
  await press('checkbox', 'Select S3 / Red')
  await press('button', 'Fill 2 selected')
  await type('Quantity', '7', await theOne('dialog', 'Fill 2 variations'))
  await press('button', 'Fill')
  await until(() => all('dialog').length === 0)
  expect(now.map(({ quantity }) => quantity)).toEqual([7, 0, 7])
  await press('button', 'Remove 2 selected')
  await until(() => now.length === 1)
  expect(now[0]?.sku).toBe('TEE-2')
})

it('the button fills down from the cell that was in last, and asks for one where there is none', async () => {
  show(<Page rows={3} />)
  await press('button', 'Fill down')
  await until(() => text().includes('Select a cell first.'))
  await focusOn(2, 'Cost')
  await type('Cost', '4', await row(2))
  await press('button', 'Fill down')
  await until(() => now.length === 3)
  await until(() => now[2]?.cost === 4)
  expect(now.map(({ cost }) => cost)).toEqual([null, 4, 4])
})

it('a value that is added to an option makes its variations; one that is removed asks, and takes them along', async () => {
  show(<Page rows={2} />)
  await type('All Color values', 'Navy')
  const color = await theOne('field', 'All Color values')
  color.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await until(() => now.length === 4)
  expect(now.map(({ name }) => name)).toEqual(['S1 / Red', 'S2 / Red', 'S1 / Navy', 'S2 / Navy'])
  // The last one of the list: two of a color that was never saved go without a question.
  color.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true }))
  await until(() => now.length === 2)
  color.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true }))
  await press('button', 'Cancel', await theOne('dialog', 'Remove 2 variations?'))
  await until(() => all('dialog').length === 0)
  expect(now).toHaveLength(2)
  color.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true }))
  await press('button', 'Remove 2 variations', await theOne('dialog', 'Remove 2 variations?'))
  await until(() => now.length === 0)
})

it('the sold out ones alone are shown, also once they got stock; a block goes to these', async () => {
  show(<Page rows={3} />)
  await type('Quantity', '5', await row(2))
  await until(() => now[1]?.quantity === 5)
  await press('radio', 'Sold out 2')
  await until(() => all('group', /^Variation \d+$/).length === 2)
  await focusOn(1, 'Quantity')
  paste('3\t10\n4\t11')
  await until(() => now[2]?.quantity === 4)
  expect(now.map(({ quantity, price }) => [quantity, price])).toEqual([
    [3, 10],
    [5, null],
    [4, 11],
  ])
  expect(all('group', /^Variation \d+$/)).toHaveLength(2)
})
