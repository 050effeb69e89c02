// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { allTags } from '#contract/products.ts'
import { wholeAttribute } from '#web/form/whole.ts'
import { aProduct } from '#web/testing/listings.ts'
import { answer, away, says, show, text, type } from '#web/testing/screen.tsx'
import { TextFields } from './details-fields.tsx'
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
