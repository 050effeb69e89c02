// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { MOST_SKUS } from '#contract/figures.ts'
import { away, says, show, text } from '#web/testing/screen.tsx'
import { SalesBySku } from './charts.tsx'
import type { Figures } from './use-figures.ts'

afterEach(away)

const sold = (skus: number) => {
  const data = Array.from({ length: skus }, (_, n) => ({ sku: `S-${n}`, quantity: 2 }))
  const skusRead = { data, isPending: false, isError: false, isFetching: false }
  show(<SalesBySku figures={{ skus: skusRead } as unknown as Figures} enqueue={() => undefined} />)
}

it('takes the SKUs that are told for all of them only where there are no more', async () => {
  sold(20)
  await says('All other SKUs24')
  expect(text()).not.toContain('sold most')
  away()
  sold(MOST_SKUS)
  await says('The next 992 SKUs1,984')
  expect(text()).toContain('These are the 1,000 SKUs that sold most.')
})
