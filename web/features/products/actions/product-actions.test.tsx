// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { listAccounts, listIntegrations } from '#contract/integrations/integrations.ts'
import { listToChannels, switchOnChannels } from '#contract/listings/listings.ts'
import { permissions } from '#contract/permissions.ts'
import { aProduct, aTemplate } from '#web/testing/listings.ts'
import { answer, away, never, theOne, press, refusal, says, show, until } from '#web/testing/screen.tsx'
import { type Opened, OpenedProduct } from '../page/editor.ts'
import { ProductActions } from './product-actions.tsx'

afterEach(away)

const result = { integrationId: 5, status: 'fulfilled' as const, reason: '', fields: {}, warnings: [], others: [] }

/** The actions of a product that is live already, so that nothing is asked about its price. */
function open(...replies: ReturnType<typeof answer>[]) {
  const product = aProduct({ liveOn: ['shopify'] })
  const editor = { draft: {}, doubts: [], dirty: false, saving: false, save: () => Promise.resolve(true) }
  const opened = { product, template: aTemplate(), editor } as unknown as Opened
  return show(
    <OpenedProduct value={opened}>
      <ProductActions />
    </OpenedProduct>,
    { at: '/product/12', answers: [answer(listAccounts, []), ...replies] },
  )
}

describe('a product that is listed on its channels', () => {
  it('LST-077 says so while it waits for them', async () => {
    open(answer(listToChannels, never))
    await press('button', 'List')
    await says('Listing to channels...')
  })
  it('lists once for a double click', async () => {
    const screen = open(answer(listToChannels, { shopify: result } as never))
    const list = await theOne('button', 'List')
    list.click()
    list.click()
    await says('Listed on Shopify.')
    expect(screen.sent(listToChannels)).toHaveLength(1)
  })
  it('LST-078 says when it failed, and why', async () => {
    open(answer(listToChannels, refusal({ status: 500, message: 'The line is down.' })))
    await press('button', 'List')
    await says('Encountered Error listing to channels')
    await says('The line is down.')
  })
  it('LST-084 shows what eBay rejected in an error toast, in the words of eBay', async () => {
    const reason = 'The fulfillment policy does not exist any more.'
    open(answer(listToChannels, { ebay: { ...result, status: 'rejected', reason } } as never))
    await press('button', 'List')
    await says(reason, await theOne('alert', /eBay/))
  })
  it('LST-083 tells warnings apart from what went well, all of a channel together', async () => {
    const warnings = ['The picture is small.', 'The title is long.']
    open(answer(listToChannels, { shopify: { ...result, warnings } } as never))
    await press('button', 'List')
    await says('Listed on Shopify.')
    await says('Shopify: The picture is small. The title is long.')
    const tones = [...document.querySelectorAll('[data-tone]')].map((toast) => toast.getAttribute('data-tone'))
    expect(tones).toContain('warning')
  })
})

describe('a product that no channel is switched on for', () => {
  const nowhere = answer(listToChannels, {})
  it('is listed on those that are connected, when one says so', async () => {
    const connected = { ebay: { authenticated: true }, etsy: { authenticated: false } } as never
    let times = 0
    const list = answer(listToChannels, () => (times++ ? { ebay: result } : {}) as never)
    const screen = open(list, answer(listIntegrations, connected), answer(switchOnChannels, []))
    await press('button', 'List')
    await press('button', 'List on eBay')
    await says('Listed on eBay.')
    expect(screen.sent(switchOnChannels)).toEqual([{ productId: 12, channels: ['ebay'] }])
  })
  it('leads to where one is connected, when none is', async () => {
    const screen = open(nowhere, answer(listIntegrations, {}))
    await press('button', 'List')
    await press('button', 'Connect a channel')
    await until(() => screen.address() === '/integrations')
    expect(screen.sent(switchOnChannels)).toEqual([])
  })
})

it('offers an order of the product to whoever may order, and nothing else to who may not edit or list', async () => {
  const table: Record<string, { maxRole: number }> = permissions
  const { 'products:write': edit, 'listings:write': list } = table
  table['products:write'] = table['listings:write'] = { maxRole: 0 }
  try {
    open(answer(listToChannels, never))
    await theOne('link', 'Create an order with this product')
    expect([...document.querySelectorAll('button')].map((button) => button.textContent)).toEqual([])
  } finally {
    Object.assign(table, { 'products:write': edit, 'listings:write': list })
  }
})
