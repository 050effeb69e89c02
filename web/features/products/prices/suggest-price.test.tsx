// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  priceSuggestionConfiguration,
  savePriceSuggestionConfiguration,
  suggestPrice,
} from '#contract/channels/ebay-prices.ts'
import { aProduct, aTemplate } from '#web/testing/listings.ts'
import { answer, away, theOne, press, refusal, says, show, text, type, until } from '#web/testing/screen.tsx'
import { NumberFields } from '../page/details-fields.tsx'
import { type Draft, draftOf } from '../page/draft.ts'

afterEach(away)

const attribute = (name: string, id: number) => ({
  id,
  name,
  type: 'text' as const,
  defaultValue: '',
  index: id,
  constraint: 'optional' as const,
  options: [],
})
const template = aTemplate({ attributes: [attribute('Brand', 1), attribute('Era', 2)] })
const product = aProduct({ title: 'Linen shirt', attributes: [{ name: 'Brand', value: 'Cedar' }] as never })

function Numbers() {
  const [draft, setDraft] = useState<Draft>(draftOf(product))
  const form = {
    draft,
    set: <F extends keyof Draft>(field: F, value: Draft[F]) => setDraft((now) => ({ ...now, [field]: value })),
    errorOf: () => undefined,
    touch: () => undefined,
  }
  return <NumberFields form={form} template={template} />
}
const suggestion = {
  currency: 'USD',
  suggestedPrice: 23.5,
  sales: 7,
  buckets: [
    { low: null, high: 10, count: 1 },
    { low: 10, high: 40, count: 5 },
    { low: 40, high: null, count: 1 },
  ],
  category: 'T-Shirts',
  loosely: false,
}
const on = answer(priceSuggestionConfiguration, { on: true, title: '', attributes: ['Brand'] })
const open = async (...answers: ReturnType<typeof answer>[]) => {
  const screen = show(<Numbers />, { answers: [on, ...answers] })
  await press('button', 'Suggest a price')
  return screen
}
const paramsOf = (address: string) => new URLSearchParams(address.split('?')[1])

describe('the price field', () => {
  it('PRO-129 PRO-282 PRO-283 PRO-284 PRO-285 PRO-286 suggests what the like sold for, and takes it at a press', async () => {
    const screen = await open(answer(suggestPrice, suggestion))
    await says('7 sales in T-Shirts in the last 90 days. Half of them cost $23.50 or less.')
    const chart = document.querySelector('ul[aria-label="Sales by price"]')
    expect([...(chart?.querySelectorAll('li') ?? [])].map((row) => text(row as HTMLElement))).toEqual([
      'Under $10.001',
      '$10.00 - $40.005',
      'Over $40.001',
    ])
    const query = paramsOf(screen.requests.find((request) => request.includes('/priceSuggestion?')) ?? '')
    expect([query.get('templateId'), query.get('title'), query.get('aspects')]).toEqual([
      '7',
      'Linen shirt',
      '{"Brand":"Cedar"}',
    ])
    await press('button', 'Sold on eBay as a table')
    await until(() => document.querySelectorAll('table tbody tr').length === 3)
    await press('button', 'Use $23.50')
    await until(async () => ((await theOne('field', 'Price')) as HTMLInputElement).value === '23.50')
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })
  it('PRO-287 PRO-288 keeps what is looked for with the template: references, and not one product’s own title', async () => {
    const screen = await open(answer(suggestPrice, suggestion), answer(savePriceSuggestionConfiguration, { ok: true }))
    await says('Half of them cost $23.50 or less.')
    await press('button', 'Save to template')
    await says('Saved Pricing Aspects to Template.')
    await type('Search keywords', '{{Brand}} shirt')
    await says('Reads: Cedar shirt')
    await press('button', 'Find sold items')
    await until(() => screen.requests.some((request) => paramsOf(request).get('title') === 'Cedar shirt'))
    await press('button', 'Save to template')
    await until(() => screen.sent(savePriceSuggestionConfiguration).length === 2)
    expect(screen.sent(savePriceSuggestionConfiguration)).toEqual([
      { templateId: 7, title: '', aspects: ['Brand'] },
      { templateId: 7, title: '{{Brand}} shirt', aspects: ['Brand'] },
    ])
  })
  it('says that it is off, who can switch it on, and asks for nothing', async () => {
    const screen = await open(answer(priceSuggestionConfiguration, { on: false, title: '', attributes: [] }))
    await says('Price suggestions are off.')
    await says('EBAY_PRICE_SUGGESTIONS=on')
    expect(screen.requests.filter((request) => request.includes('/priceSuggestion?'))).toEqual([])
    expect(document.querySelectorAll('[role="dialog"] form').length).toBe(0)
  })
  it('says where nothing like it was sold, and offers no price', async () => {
    await open(answer(suggestPrice, { ...suggestion, suggestedPrice: null, sales: 0, buckets: [] }))
    await says('No similar items sold in the last 90 days. Try fewer keywords or attributes.')
    expect(((await theOne('button', 'Use this price')) as HTMLButtonElement).disabled).toBe(true)
  })
  it('says what went wrong, and tries again', async () => {
    let down = true
    await open(
      answer(suggestPrice, () => (down ? refusal({ status: 502, message: 'eBay did not answer.' }) : suggestion)),
    )
    await says('eBay did not answer.')
    down = false
    await press('button', 'Retry')
    await says('Half of them cost $23.50 or less.')
  })
})
