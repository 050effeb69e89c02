// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { all, away, theOne, press, says, show, text, type, until } from '#web/testing/screen.tsx'
import { aProduct, aTemplate } from '#web/testing/listings.ts'
import { type Draft, draftOf, type Template } from '../page/draft.ts'
import { VariationsEditor } from './variations-editor.tsx'

afterEach(() => {
  seen.length = 0
  return away()
})

const attribute = (id: number, name: string, options: string[]) => ({
  id,
  index: id,
  name,
  type: 'text',
  constraint: 'optional',
  options,
  defaultValue: '',
})
const template = aTemplate({
  variations: ['Size', 'Color'],
  attributes: [attribute(1, 'Size', ['S', 'M', 'L']), attribute(2, 'Color', [])] as never,
}) as unknown as Template
const red = {
  id: 5,
  name: 'M / Red',
  sku: 'TEE-1-M-RED',
  skuLock: '',
  barcode: '',
  price: 30,
  cost: null,
  quantity: 9,
  images: [],
  selectedImages: [],
  attributes: [
    { name: 'Size', value: 'M' },
    { name: 'Color', value: 'Red' },
  ],
}
/** The variations after each change, the last one last. */
const seen: Draft['variations'][] = []
const rows = () => seen.at(-1) ?? []
function Page({ variations = [], images = [] }: { variations?: object[]; images?: string[] }) {
  const [draft, setDraft] = useState(() =>
    draftOf(
      aProduct({ variations: variations as never, images: images.map((url) => ({ url, source: 'cloudinary' })) }),
    ),
  )
  return (
    <VariationsEditor
      template={template}
      draft={draft}
      onChange={(variations) => {
        seen.push(variations)
        setDraft({ ...draft, variations })
      }}
      errorOf={() => undefined}
    />
  )
}
const enter = async (field: string, ...values: string[]) => {
  const dialog = await theOne('dialog', 'Add variations')
  for (const value of values) {
    await type(field, value, dialog)
    const input = await theOne('field', field, dialog)
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await until(() => text(dialog).includes(value))
  }
}

it('a row is made of each combination that is not there yet, with a SKU, price and count of its own', async () => {
  show(<Page variations={[red]} />)
  await press('button', 'Add combinations')
  await says('All combinations already exist.')
  await enter('Size', 'S', 'L')
  await enter('Color', 'Navy blue')
  await says('5 variations will be added')
  await type('Price per variation', '25')
  await type('Quantity per variation', '4')
  await press('button', 'Add 5 variations')
  await until(() => rows().length === 6)
  expect(rows().map(({ id, sku, price, quantity }) => [id, sku, price, quantity])).toEqual([
    [5, 'TEE-1-M-RED', 30, 9],
    [undefined, 'TEE-1-M-NAVY-BLUE', 25, 4],
    [undefined, 'TEE-1-S-RED', 25, 4],
    [undefined, 'TEE-1-S-NAVY-BLUE', 25, 4],
    [undefined, 'TEE-1-L-RED', 25, 4],
    [undefined, 'TEE-1-L-NAVY-BLUE', 25, 4],
  ])
  expect(rows()[1]).toMatchObject({
    name: 'M / Navy blue',
    attributes: [
      { name: 'Size', value: 'M', templateAttributeId: 1 },
      { name: 'Color', value: 'Navy blue', templateAttributeId: 2 },
    ],
  })
})

it('all are filled with one price; what is left blank stays', async () => {
  show(<Page variations={[red, { ...red, id: 6, name: 'L / Red', sku: 'TEE-1-L-RED', price: null, quantity: 2 }]} />)
  await press('button', 'Fill all')
  await type('Price', '19.50', await theOne('dialog', 'Fill 2 variations'))
  await press('button', 'Fill')
  await until(() => all('dialog').length === 0)
  expect(rows().map(({ id, price, quantity }) => [id, price, quantity])).toEqual([
    [5, 19.5, 9],
    [6, 19.5, 2],
  ])
})

it('more than a product may have are not made', async () => {
  const variations = Array.from({ length: 16 }, (_, n) => ({
    ...red,
    id: n + 1,
    name: `${n}`,
    sku: `TEE-${n}`,
    attributes: [
      { name: 'Size', value: `Size ${n}` },
      { name: 'Color', value: `Color ${n}` },
    ],
  }))
  show(<Page variations={variations} />)
  await press('button', 'Add combinations')
  await says('At most 250 variations.')
  const [add] = all('button', 'Add', await theOne('dialog', 'Add variations'))
  expect((add as HTMLButtonElement).disabled).toBe(true)
})

describe('PRO-207 a picture of the product', () => {
  const [front, back] = ['https://x.test/front.png', 'https://x.test/back.png']
  const of = (id: number, size: string, color: string, more: object = {}) => ({
    ...red,
    id,
    name: `${size} / ${color}`,
    sku: `TEE-${id}`,
    attributes: [
      { name: 'Size', value: size },
      { name: 'Color', value: color },
    ],
    ...more,
  })
  const chosen = () =>
    rows().map(({ id, images, selectedImages }) => [id, images.map(({ url }) => url), selectedImages])
  const choose = async (variation: string, image: string) => {
    await press('button', variation)
    const dialog = await theOne('dialog', /^Image of/)
    await press('field', image, dialog)
    return dialog
  }

  it('is chosen for one variation, or for all of a colour', async () => {
    show(<Page variations={[of(1, 'S', 'Red'), of(2, 'M', 'Red'), of(3, 'S', 'Blue')]} images={[front, back]} />)
    await choose('Image of S / Blue: none', 'Image 1')
    await press('button', 'Use')
    await until(() => rows().length > 0)
    expect(chosen()).toEqual([
      [1, [], []],
      [2, [], []],
      [3, [], [front]],
    ])
    const dialog = await choose('Image of S / Red: none', 'Image 2')
    await press('field', 'Use image for', dialog)
    await press('option', 'All 2 variations with Color Red')
    await press('button', 'Use')
    await until(() => all('dialog').length === 0)
    expect(chosen()).toEqual([
      [1, [], [back]],
      [2, [], [back]],
      [3, [], [front]],
    ])
    await theOne('button', 'Image of M / Red')
  })

  it('is taken away again, together with what a file brought for the variation', async () => {
    const own = { images: [{ url: 'https://x.test/own.png', source: 'import' }] }
    show(<Page variations={[of(1, 'S', 'Red', own)]} images={[front]} />)
    await choose('Image of S / Red', 'No image')
    await press('button', 'Use')
    await until(() => rows().length > 0)
    expect(chosen()).toEqual([[1, [], []]])
  })

  it('cannot be chosen while the product has none, and the dialog says where to add one', async () => {
    show(<Page variations={[of(1, 'S', 'Red')]} />)
    await press('button', 'Image of S / Red: none')
    await says('No images yet. Add images to the product first.')
    expect(all('button', 'Use')).toEqual([])
  })
})
