import { expect, it } from 'vitest'
import { withGenerated } from './changes.ts'

const saved = { templateAttributeId: 1, name: 'Colour', value: 'Red', overrideDynamicMapping: true, source: 'user' }

it('PRO-196 PRO-273 PRO-303 generated values are listed from and to, merged by name and marked as generated', () => {
  const { changes, attributes } = withGenerated(
    [saved, { ...saved, name: 'Mount', value: 'Z' }],
    [
      { name: 'colour', value: 'Blue' },
      { name: 'Mount', value: 'Z ' },
      { name: 'Size', value: 'M' },
      { name: 'Fit', value: ' ' },
    ],
    [{ id: 7, name: 'Size' }],
  )
  expect(changes).toEqual([
    { name: 'colour', from: 'Red', to: 'Blue' },
    { name: 'Size', from: '', to: 'M' },
  ])
  expect(attributes).toEqual([
    { ...saved, value: 'Blue', source: 'generated' },
    { ...saved, name: 'Mount', value: 'Z' },
    { templateAttributeId: 7, name: 'Size', value: 'M', overrideDynamicMapping: false, source: 'generated' },
  ])
})
