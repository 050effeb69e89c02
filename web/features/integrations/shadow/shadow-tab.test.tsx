// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import type { CallReply } from '#contract/endpoint.ts'
import { createIntegration } from '#contract/integrations/integrations.ts'
import { roles } from '#contract/permissions.ts'
import { confirmShadow, getShadow, startShadow } from '#contract/sync/shadow.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { anIntegration, answerIntegrations } from '#web/testing/integrations.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, theOne } from '#web/testing/screen.tsx'

type Shadow = CallReply<typeof getShadow>
const server = fakeServer()
const since = '2026-11-29T08:00:00.000Z'
const none = {
  publish: 0,
  revise: 0,
  quantity: 0,
  end: 0,
  none: 0,
  blocked: 0,
  ship: 0,
  track: 0,
  refund: 0,
  cancel: 0,
}
const off: Shadow = {
  since: null,
  counts: none,
  computing: 0,
  list: '',
  listings: [],
  orders: [],
  next: null,
  rejected: 0,
}
const on: Shadow = {
  ...off,
  since,
  counts: { ...none, revise: 1, refund: 1, blocked: 1 },
  list: 'list-one',
  listings: [
    {
      listingId: 3,
      productId: 4,
      sku: 'TRAY-S',
      title: 'Walnut tray',
      action: 'revise',
      changes: [
        { field: 'price', label: 'Price', sku: 'TRAY-S', now: '20.00 USD', would: '24.00 USD' },
        { field: 'title', label: 'Title', sku: '', now: null, would: 'Walnut tray' },
      ],
      problem: 'eBay needs a brand.',
    },
  ],
  orders: [
    {
      id: 1,
      orderId: 9,
      number: '#1001',
      what: 'refund',
      tracking: '',
      amount: 1250,
      currency: 'USD',
      at: since,
      problem: '',
    },
  ],
}
const withShadow = (shadow: Shadow) => {
  answerIntegrations(server, { shopify: { ...anIntegration('shopify', { shadowSince: shadow.since }), others: [] } })
  server.answer(getShadow, shadow)
}
beforeEach(() => withShadow(on))

it('shows each field with what is on the channel and what it would become, and says that nothing is sent', async () => {
  await renderPage('/integrations/shopify/shadow')
  await says('Motto imports orders and sends nothing to Shopify')
  const table = await theOne('table', 'Listing changes for Shopify')
  await says('20.00 USD', table)
  await says('24.00 USD', table)
  await says('–', table)
  await says('eBay needs a brand.', table)
  await says('1 listing can’t be sent as it is.')
  await says('$12.50', await theOne('table', 'Order changes for Shopify'))
})

it('sends the list that was shown, and nothing before the seller agrees', async () => {
  await renderPage('/integrations/shopify/shadow')
  await press('button', 'Confirm and send to Shopify')
  const dialog = await theOne('dialog', 'Send 1 listing and 1 order update to Shopify?')
  await press('button', 'Cancel', dialog)
  expect(server.calls(confirmShadow)).toEqual([])
  server.answer(confirmShadow, () => {
    withShadow(off)
    return { ok: true as const }
  })
  await press('button', 'Confirm and send to Shopify')
  await press('button', 'Send to Shopify')
  await says('Shadow mode is off.')
  expect(server.calls(confirmShadow).map(({ body }) => body)).toEqual([{ list: 'list-one' }])
})

it('does not let the seller confirm while listings are still being checked', async () => {
  withShadow({ ...on, computing: 2 })
  await renderPage('/integrations/shopify/shadow')
  await says('Checking 2 listings…')
  expect((await theOne('button', 'Confirm and send to Shopify')).hasAttribute('disabled')).toBe(true)
})

it('turns shadow mode on from an account that sends automatically', async () => {
  withShadow(off)
  server.answer(startShadow, () => {
    withShadow({ ...on, listings: [], orders: [], counts: none })
    return { ok: true as const }
  })
  await renderPage('/integrations/shopify/shadow')
  await says('Shadow mode is off.')
  await press('button', 'Turn on shadow mode')
  await says('Shadow mode is on since')
  await theOne('button', 'Turn off shadow mode')
})

it('shows the list to a member, who cannot confirm it', async () => {
  await renderPage('/integrations/shopify/shadow', { roleId: roles.member })
  await says('20.00 USD')
  expect(all('button', 'Confirm and send to Shopify')).toEqual([])
})

it('a new account starts in shadow mode when the seller chooses so, and sends automatically otherwise', async () => {
  answerIntegrations(server, {})
  server.answer(createIntegration, anIntegration('shopify', { authenticated: false, status: 'unauthenticated' }))
  await renderPage('/integrations/shopify')
  await press('checkbox', 'Start in shadow mode')
  window.open = () => null
  await press('button', 'Get Started')
  await expect.poll(() => server.calls(createIntegration).map(({ body }) => body?.shadow)).toEqual([true])
})
