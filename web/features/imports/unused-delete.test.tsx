// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { planImport } from '#contract/imports.ts'
import { answer, away, press, says, show, text, until } from '#web/testing/screen.tsx'
import { emptyMapping } from './mapping.ts'
import { UnusedDelete } from './unused-delete.tsx'
import type { Import } from './upload.ts'

afterEach(away)

const samples = [{ value: 'DELETE', rows: 1 }]
const mapping = { ...emptyMapping, fieldMappings: { sku: 'sku' } }
const file = {
  id: 5,
  kind: 'products',
  columns: [
    { name: 'sku', samples: [], filled: 2, distinct: 2 },
    { name: 'DELETE', samples, filled: 1, distinct: 1 },
  ],
  mapping,
} as unknown as Import

it('rows that say DELETE in a column that is not mapped are reviewed as deletions with one click', async () => {
  const { sent } = show(<UnusedDelete record={file} />, { answers: [answer(planImport, file as never)] })
  await says('1 row says DELETE.')
  await press('button', 'Review as deletions')
  await until(() => sent(planImport).length === 1)
  expect(sent(planImport)[0]?.fieldMappings).toEqual({ sku: 'sku', delete: 'DELETE' })
})

it('a mapped column of deletions needs no such question', () => {
  show(<UnusedDelete record={{ ...file, mapping: { ...mapping, fieldMappings: { delete: 'DELETE' } } } as Import} />)
  expect(text()).toBe('')
})
