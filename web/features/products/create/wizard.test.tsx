// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { allTags, createProduct, listProducts, skuPrefixes } from '#contract/products/products.ts'
import { aTemplate } from '#web/testing/listings.ts'
import { answer, away, press, says, show, text, type } from '#web/testing/screen.tsx'
import { TemplateWizard } from './wizard.tsx'

afterEach(() => {
  away()
  sessionStorage.clear()
})

it('a SKU that is taken is told where it is typed, and no step comes after it', async () => {
  const onStep = vi.fn<(step: number) => void>()
  const nobody = () => null
  const screen = show(
    <TemplateWizard
      listings={{ Configurations: nobody, OfferedOptions: nobody }}
      template={aTemplate()}
      step={1}
      onStep={onStep}
      onChangeTemplate={() => undefined}
    />,
    {
      at: '/inventory/new/7',
      answers: [
        answer(allTags, []),
        answer(skuPrefixes, []),
        answer(listProducts, ({ query }) => {
          const data = query.skus === 'MUG-1' ? [{ id: 1, sku: 'MUG-1' }] : []
          return { data, items: data.length, offset: 0, limit: 1 } as never
        }),
      ],
    },
  )
  await type('SKU', 'MUG-1')
  await says('A product with the SKU MUG-1 already exists.')
  await press('button', 'Next')
  expect(onStep.mock.calls.filter(([step]) => step !== 1)).toEqual([])
  await type('SKU', 'MUG-2')
  await says('Proceed to listing configurations')
  expect(text()).not.toContain('already exists')
  await press('button', 'Next')
  expect(onStep.mock.lastCall).toEqual([2])
  expect(screen.sent(createProduct)).toEqual([])
})
