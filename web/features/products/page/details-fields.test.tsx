// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { allTags } from '#contract/products/products.ts'
import { wholeAttribute } from '#web/form/products/whole.ts'
import { aProduct, aTemplate } from '#web/testing/listings.ts'
import { answer, away, theOne, says, show, text, type } from '#web/testing/screen.tsx'
import { NumberFields, TextFields } from './details-fields.tsx'
import { draftOf } from './draft.ts'
import type { ProductForm } from './form.ts'

afterEach(away)

it('PRO-121 the title is edited, and below it stands how it reads, with the values of its attributes', async () => {
  function Page() {
    const [draft, setDraft] = useState({
      ...draftOf(aProduct({ title: 'Mug' })),
      attributes: [wholeAttribute({ name: 'Colour', value: 'Blue' })],
    })
    const set: ProductForm['set'] = (field, value) => setDraft((now) => ({ ...now, [field]: value }))
    const form: ProductForm = { draft, set, errorOf: () => undefined, touch: () => undefined }
    return <TextFields form={form} names={['Colour', 'Size']} template="Mugs" sku={null} condition={null} />
  }
  show(<Page />, { at: '/product/12', answers: [answer(allTags, [])] })
  await says('Type @ to mention an attribute.')
  await type('Title', '{{colour}} mug, {{Size}}')
  await says('Reads: Blue mug, {{Size}}')
  await type('Title', 'Plain mug')
  await says('Type @ to mention an attribute.')
  expect(text()).not.toContain('Reads:')
})

it('pieces of a product with variations are counted there: here stands what they have together, and nothing can be typed', async () => {
  const variation = (name: string, quantity: number) => ({
    name,
    sku: `TEE-${name}`,
    quantity,
    images: [],
    selectedImages: [],
    attributes: [],
  })
  const draft = draftOf(aProduct({ quantity: 5, variations: [variation('S', 2), variation('M', 3)] as never }))
  const form: ProductForm = { draft, set: () => undefined, errorOf: () => undefined, touch: () => undefined }
  show(<NumberFields form={form} template={aTemplate()} />, { at: '/product/12' })
  for (const [name, value] of [
    ['Quantity', '5'],
    ['Sold', '0'],
  ] as const) {
    const field = (await theOne('field', name)) as HTMLInputElement
    expect([name, field.value, field.readOnly]).toEqual([name, value, true])
  }
  expect((await theOne('link', 'Total of variations. Edit stock per variation.')).getAttribute('href')).toBe(
    '#variations',
  )
})
