// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { away, theOne, says, show, text, type, until } from '#web/testing/screen.tsx'
import { aProduct, aTemplate } from '#web/testing/listings.ts'
import { AttributesGrid } from '../attributes/attributes-grid.tsx'
import { draftOf, type Template } from '../page/draft.ts'
import { VariationsEditor } from './variations-editor.tsx'

const drawn = vi.hoisted(() => ({ rows: 0 }))
/** Draws as before, and counts: each row has one of these. */
const counted = vi.hoisted(() => <P extends object>(Part: (props: P) => unknown) => (props: P) => {
  drawn.rows += 1
  return Part(props)
})
vi.mock(import('../page/barcode-field.tsx'), async (original) => {
  const { BarcodeField } = await original()
  return { BarcodeField: counted(BarcodeField) as never }
})
vi.mock(import('../attributes/attribute-value.tsx'), async (original) => {
  const { AttributeValue } = await original()
  return { AttributeValue: counted(AttributeValue) as never }
})
afterEach(away)

const MANY = 30
const blank = { barcode: '', price: null, cost: null, quantity: 0, images: [], selectedImages: [], attributes: [] }
const n = (make: (n: number) => object) => Array.from({ length: MANY }, (_, at) => make(at + 1)) as never

it('of many variations only the one is drawn anew in which somebody types', async () => {
  const template = aTemplate({ variations: ['Size'], attributes: [] }) as unknown as Template
  const variations = n((at) => ({ id: at, name: `Size ${at}`, sku: `TEE-${at}`, ...blank }))
  function Page() {
    const [draft, setDraft] = useState(() => draftOf(aProduct({ variations })))
    return (
      <>
        <VariationsEditor
          template={template}
          draft={draft}
          onChange={(rows) => setDraft({ ...draft, variations: rows })}
          errorOf={(index, field) => (draft.variations[index]?.name === 'x' && field === 'name' ? 'Too short.' : '')}
        />
        <output>{draft.variations.map(({ name }) => name).join(', ')}</output>
      </>
    )
  }
  show(<Page />)
  const row = await theOne('group', 'Variation 7')
  const before = drawn.rows
  await type('Name', 'x', row)
  await says('Size 6, x, Size 8')
  await until(() => text(row).includes('Too short.'))
  expect(drawn.rows - before).toBeGreaterThan(0)
  expect(drawn.rows - before).toBeLessThan(MANY / 2)
  // The next one knows what the one before came to.
  await type('Name', 'y', await theOne('group', 'Variation 8'))
  await says('Size 6, x, y, Size 9')
})

it('of many attributes only the one is drawn anew in which somebody types', async () => {
  const template = n((at) => ({
    id: at,
    index: at,
    name: `A${at}`,
    type: 'text',
    constraint: 'optional',
    options: [],
    defaultValue: '',
  }))
  const offers = { of: () => ({ options: [], from: () => '' }), failed: [] }
  function Page() {
    const [value, setValue] = useState<Parameters<typeof AttributesGrid>[0]['value']>([])
    return (
      <>
        <AttributesGrid template={template} value={value} offers={offers} onChange={setValue} />
        <output>{value.map((attribute) => `${attribute.name}=${attribute.value}`).join(', ')}</output>
      </>
    )
  }
  show(<Page />)
  await theOne('field', 'A7')
  const before = drawn.rows
  await type('A7', 'red')
  await says('A7=red')
  expect(drawn.rows - before).toBeLessThan(MANY / 2)
  await type('A8', 'blue')
  await says('A7=red, A8=blue')
})
