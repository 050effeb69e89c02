// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { skuPrefixes } from '#contract/products/products.ts'
import { answer, away, press, says, show } from '#web/testing/screen.tsx'
import { SkuPrefixes } from './sku-prefixes.tsx'

afterEach(away)

it('PRO-254 prefixes are offered with their next SKU, those of the template first, and a random one', async () => {
  const onPick = vi.fn<(sku: string) => void>()
  const prefix = (type: string, prefix: string, maxValue: number, count: number) => ({ type, prefix, maxValue, count })
  show(<SkuPrefixes templateId={7} onPick={onPick} />, {
    answers: [answer(skuPrefixes, [prefix('inventory', 'CUP', 41, 12), prefix('template', 'MUG', 8, 8)] as never)],
  })
  await press('button', 'Prefix')
  await says('In this template')
  const text = document.body.textContent ?? ''
  expect(text.indexOf('MUG000009')).toBeLessThan(text.indexOf('CUP000042'))
  await press('item', /CUP next is CUP000042/)
  expect(onPick.mock.calls).toEqual([['CUP000042']])
  await press('button', 'Prefix')
  await press('item', 'Random code')
  expect(onPick.mock.lastCall?.[0]).toMatch(/^[A-Z0-9]{8}$/)
})
