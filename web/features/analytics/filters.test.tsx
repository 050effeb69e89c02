// @vitest-environment jsdom
import { useEffect, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { allAttributeValues, allSkus } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { all, answer, away, theOne, press, says, show, type, until } from '#web/testing/screen.tsx'
import { type AnalyticsSearch, rangeOf } from './address.ts'
import { AdjustFilters } from './adjust.tsx'
import { Filters } from './filters.tsx'
import { Kpis } from './kpis.tsx'

afterEach(away)

const today = '2026-11-21'
const known = [answer(listTemplates, []), answer(allSkus, []), answer(allAttributeValues, [])]
/** What Back, a saved query or a chart make of the address. */
const elsewhere = new EventTarget()
const go = (search: AnalyticsSearch) => elsewhere.dispatchEvent(new CustomEvent('go', { detail: search }))
function Page() {
  const [search, setSearch] = useState<AnalyticsSearch>({})
  useEffect(() => {
    const follow = (event: Event) => setSearch((event as CustomEvent<AnalyticsSearch>).detail)
    elsewhere.addEventListener('go', follow)
    return () => elsewhere.removeEventListener('go', follow)
  }, [])
  return (
    <Filters
      search={search}
      range={rangeOf(search, today)}
      today={today}
      onChange={(change) => setSearch({ ...search, ...change })}
      onClear={() => setSearch({})}
    />
  )
}
const chosen = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].find(({ checked }) => checked)?.value

it('ANA-010 days that were edited are custom until Back or a saved query brings others', async () => {
  show(<Page />, { answers: known })
  await until(() => chosen() === '30d')
  await type('Start date', '2026-11-14')
  await until(() => chosen() === undefined)
  go({})
  await until(() => chosen() === '30d')
})

it('filters of products that a chart or a saved query brings are seen, and counted where somebody hid them', async () => {
  show(<Page />, { answers: known })
  await theOne('button', 'More Filters')
  expect(all('field', 'Templates')).toHaveLength(0)
  go({ templates: ['Mugs'] })
  await theOne('field', 'Templates')
  await press('button', 'Hide Filters')
  const attributes = JSON.stringify([{ name: 'Color', values: ['Red'] }])
  go({ templates: ['Mugs'], skus: ['A', 'B'], attributes })
  await theOne('button', 'More Filters (3)')
  expect(all('field', 'Templates')).toHaveLength(0)
})

it('an attribute whose values are left out is told as such', async () => {
  const rows = [{ name: 'Color', values: ['Red'], action: 'not in' }]
  show(<Page />, { answers: known })
  await theOne('button', 'More Filters')
  go({ attributes: JSON.stringify(rows) })
  await says('is none of')
})

it('what waits to be applied is said, and whoever works by keys is not thrown to the top of the page', async () => {
  const applied: string[] = []
  function Panel() {
    const [queue, setQueue] = useState([{ kind: 'template' as const, value: 'Mugs' }])
    return (
      <AdjustFilters
        queue={queue}
        setQueue={(next) => setQueue(next as typeof queue)}
        onApply={() => {
          applied.push('applied')
          setQueue([])
        }}
      />
    )
  }
  show(<Panel />)
  await until(
    () => document.querySelector('[role="status"]')?.textContent === 'Template: Mugs added. 1 filter not applied yet.',
  )
  await press('button', 'Apply')
  await until(() => all('region', 'Adjust Filters').length === 0)
  expect([applied, document.activeElement?.getAttribute('role')]).toEqual([['applied'], 'status'])
})

it('a sell-through that takes longer is told as worse, a median order that rises as better', async () => {
  const summary = {
    medianOrderTotal: 40,
    medianSellThroughDays: 20,
    currency: 'USD',
    timeZone: 'UTC',
    startDate: '2026-10-23',
    endDate: today,
    withoutRate: [],
  }
  const before = { ...summary, medianOrderTotal: 20, medianSellThroughDays: 10 }
  show(<Kpis now={{ sales: [], summary }} before={{ sales: [], summary: before }} of={{}} />)
  const textOf = (name: string) =>
    [...document.querySelectorAll('li')]
      .find((item) => item.textContent?.includes(name))
      ?.querySelector('[data-good]')
      ?.getAttribute('data-good')
  await until(() => textOf('Median Order') !== undefined)
  expect([textOf('Median Order'), textOf('Median Sell-Through')]).toEqual(['true', 'false'])
})
