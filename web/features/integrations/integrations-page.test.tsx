// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  availableIntegrations,
  createIntegration,
  disconnectIntegration,
  listIntegrations,
  savePriceRule,
} from '#contract/integrations/integrations.ts'
import { importOrders } from '#contract/orders/orders.ts'
import { connectionHealth } from '#contract/integrations/health.ts'
import { roles } from '#contract/permissions.ts'
import { listProducts } from '#contract/products/products.ts'
import { listDrift } from '#contract/sync/drift.ts'
import { pausesMs } from '#web/requests/unsettled.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { handClock } from '#web/testing/hand-clock.ts'
import { aBegunIntegration, anIntegration, anOffer, answerIntegrations } from '#web/testing/integrations.ts'
import { aProductRow, pageWith } from '#web/testing/products.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, choose, factsOf, press, says, text, theOne, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const none = { others: [] }

beforeEach(() => answerIntegrations(server, { ebay: { ...anIntegration('ebay'), ...none } }))
const card = (title: string) => theOne('section', title)
const href = async (name: string | RegExp) => (await theOne('link', name)).getAttribute('href')

describe('the integrations page', () => {
  it('CHN-001..CHN-008 CHN-012 CHN-013 CHN-096 it has a tab for each channel, and opens at the authentication of eBay', async () => {
    const release = server.hold(listIntegrations)
    await renderPage('/integrations')
    await theOne('navigation', 'Breadcrumb')
    await until(() => document.querySelector('[aria-label="Loading the channel"]'))
    // Nothing is known of the channels yet.
    expect(text(await theOne('navigation', 'Channels'))).not.toContain('Not connected')
    release()
    await theOne('heading', 'Authentication')
    expect(document.querySelector('[aria-label="Loading the channel"]')).toBeNull()
    expect(text(await theOne('navigation', 'Breadcrumb'))).toMatch(/Integrations$/)
    const tabs = all('link', /./, await theOne('navigation', 'Channels'))
    expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual(
      ['ebay', 'etsy', 'bigcommerce', 'shopify', 'square', 'clover', 'csv'].map((id) => `/integrations/${id}`),
    )
    expect(tabs.map((tab) => tab.getAttribute('aria-current'))[0]).toBe('page')
  })

  it('CHN-009..CHN-011 a tab shows the connected account, or how to get started', async () => {
    await renderPage('/integrations/ebay')
    await says('Shop · connected')
    for (const [channel, name] of [
      ['etsy', 'Etsy'],
      ['bigcommerce', 'BigCommerce'],
      ['csv', 'Google Sheets'],
    ] as const) {
      await renderPage(`/integrations/${channel}`)
      await says(`No Integration Configured for ${name}`)
      await theOne('button', 'Get Started')
    }
  })

  it('a channel without keys in this installation says who adds them, and where the steps are', async () => {
    server.answer(availableIntegrations, [])
    await renderPage('/integrations/square')
    await says(
      'Square isn’t set up in this Motto. Ask your administrator to add the keys of an app of Square. The steps are in docs/channels/square.md in Motto’s folder.',
    )
    expect(all('button', 'Get Started')).toEqual([])
  })

  it('CHN-020 CHN-021 CHN-023 CHN-025 Get Started opens a window for the consent, and the page shows the new account', async () => {
    const consent = { location: { href: '' }, close: vi.fn<() => void>(), closed: false }
    vi.stubGlobal('open', () => consent)
    const begun = aBegunIntegration('etsy')
    server.answer(createIntegration, () => {
      server.answer(listIntegrations, { etsy: { ...begun, ...none } })
      return begun
    })
    await renderPage('/integrations/etsy')
    await press('button', 'Get Started')
    await says('Created Integration')
    expect(server.calls(createIntegration).map(({ body }) => body.name)).toEqual(['etsy'])
    await until(() => consent.location.href === '/oauth/etsy')
    expect(await href('Open')).toBe('/oauth/etsy')
  })

  it('a guest cannot connect or disconnect a channel, nor may a member', async () => {
    for (const roleId of [roles.guest, roles.member]) {
      await renderPage('/integrations/ebay', { roleId })
      await says('Managers and Admins can connect and disconnect channels, pull their orders.')
      for (const name of ['Disconnect', 'Save', 'Check for orders now']) expect(all('button', name), name).toEqual([])
      expect(all('link', 'Re-Authorize')).toEqual([])
    }
  })
})

describe('the authentication card', () => {
  const begun = (over = {}) =>
    server.answer(listIntegrations, { square: { ...aBegunIntegration('square', over), ...none } })
  const connected = (channel: 'square' | 'clover' | 'bigcommerce' | 'shopify' | 'etsy', over = {}) =>
    server.answer(listIntegrations, { [channel]: { ...anIntegration(channel, over), ...none } })

  it('CHN-035 CHN-036 CHN-039 an account without consent has Open, and no time', async () => {
    begun()
    await renderPage('/integrations/square')
    await says('Open Square in a new window and allow access.')
    expect(factsOf(await card('Authentication'))['Authentication Last Updated']).toBe('Unknown')
    expect(await href('Open')).toBe('/oauth/square')
    expect((await theOne('link', 'Open')).getAttribute('target')).toBe('_blank')
  })

  it('CHN-031 an address that is no consent page is not opened', async () => {
    begun({ oAuthUrl: 'javascript:void(0)' })
    await renderPage('/integrations/square')
    await press('link', 'Open')
    await says('Invalid OAuth Url')
  })

  it('CHN-037 CHN-038 CHN-040 a connected account can be re-authorized, and says when it was', async () => {
    connected('square')
    await renderPage('/integrations/square')
    expect(await href('Re-Authorize')).toBe('/oauth/square')
    expect(factsOf(await card('Authentication'))['Authentication Last Updated']).toMatch(/^Nov 20, 2026.*10:00/)
  })

  it('CHN-035 re-authorizing says that it takes whoever is logged in, where the consent names no account', async () => {
    await renderPage('/integrations/ebay')
    await says('Re-authorizing uses the eBay account you’re logged in to')
    connected('shopify')
    server.answer(availableIntegrations, [
      anOffer('shopify', {
        consent: { startsAt: 'us', asks: [{ name: 'shop', label: 'Shop', kind: 'text' }] },
      }),
    ])
    await renderPage('/integrations/shopify')
    await theOne('heading', 'Authentication')
    expect(text()).not.toContain('Re-authorizing uses')
  })

  it('CHN-033 CHN-034 CHN-041 CHN-042 CHN-097..CHN-100 Store Details name the account as its channel does, with the way there', async () => {
    for (const [channel, label] of [
      ['square', 'Store ID'],
      ['clover', 'Merchant ID'],
      ['bigcommerce', 'Store'],
      ['shopify', 'Shop'],
      ['etsy', 'Shop'],
    ] as const) {
      connected(channel, { storeUrl: `https://${channel}.example/dashboard` })
      await renderPage(`/integrations/${channel}`)
      expect(factsOf(await card('Store Details'))).toEqual({ [label]: 'Shop' })
      expect(await href('Open Store')).toBe(`https://${channel}.example/dashboard`)
      expect(await href('Re-Authorize')).toBe(`/oauth/${channel}`)
    }
    await says("The term 'Etsy' is a trademark of Etsy, Inc.")
  })
})

describe('disconnecting', () => {
  const ask = async () => {
    await press('button', 'Disconnect')
    await press('button', 'Disconnect', await theOne('dialog', 'Disconnect eBay?'))
  }

  it('CHN-028 CHN-032 an account is disconnected after a question', async () => {
    server.answer(disconnectIntegration, ok)
    await renderPage('/integrations/ebay')
    await ask()
    await says('Disconnected integration. Re-authorize to reconnect.')
    expect(server.calls(disconnectIntegration).map(({ body }) => body)).toEqual([{ channel: 'ebay', integrationId: 5 }])
  })

  it('CHN-029 a refusal of the server says so', async () => {
    server.fail(disconnectIntegration, 'not_found')
    await renderPage('/integrations/ebay')
    await ask()
    await says('Failed to disconnect integration.')
  })

  describe('without an answer', () => {
    const clock = handClock()
    it('CHN-030 says so once Motto has tried for some seconds', async () => {
      server.lose(disconnectIntegration)
      await renderPage('/integrations/ebay')
      await ask()
      await vi.waitFor(() => {
        if (text().includes('Encountered error to disconnecting integration.')) return
        clock.pass(Math.max(...pausesMs))
        throw new Error('not told yet')
      })
      expect(text()).toContain('Encountered error to disconnecting integration.')
    })
  })
})

describe('the tabs of an account', () => {
  const tabs = async () => all('link', /./, await theOne('navigation', 'eBay settings'))

  it('each has an address of its own, and says how many differences need somebody', async () => {
    server.answer(listDrift, { rule: 'ask', open: 2, readAt: null, data: [] })
    const page = await renderPage('/integrations/ebay')
    await until(
      async () =>
        (await tabs()).map((tab) => text(tab)).join() === 'Overview,Listing defaults,Prices,Health2,Shadow mode',
    )
    for (const [name, address, title] of [
      ['Listing defaults', '/integrations/ebay/defaults', 'Defaults for new listings'],
      ['Prices', '/integrations/ebay/prices', 'Prices'],
      [/^Health/, '/integrations/ebay/health', 'Background tasks'],
      ['Overview', '/integrations/ebay', 'Authentication'],
    ] as const) {
      await press('link', name, await theOne('navigation', 'eBay settings'))
      await card(title)
      expect(page.address()).toBe(address)
      expect((await tabs()).filter((tab) => tab.hasAttribute('aria-current')).map((tab) => text(tab))).toEqual([
        expect.stringMatching(name),
      ])
    }
  })

  it('its health says how to fix only what is to be fixed', async () => {
    const ready = { id: 'account', title: 'Seller account', state: 'ok', detail: '' } as const
    const health = { checkedAt: null, api: { version: 'v1', servedUntil: null }, calls: [] }
    const headers = async () => {
      await renderPage('/integrations/ebay/health')
      const table = await theOne('table', 'eBay account setup')
      return [...table.querySelectorAll('th')].map((header) => text(header))
    }
    server.answer(connectionHealth, { ...health, readiness: [ready] })
    expect(await headers()).toEqual(['Requirement', 'Status'])
    const fault = {
      ...ready,
      id: 'policies',
      title: 'Policies',
      state: 'todo',
      detail: 'Create a policy.',
    } as const
    server.answer(connectionHealth, { ...health, readiness: [ready, fault] })
    expect(await headers()).toEqual(['Requirement', 'Status', 'How to fix'])
  })

  it('its place in the breadcrumb is below Integrations, and it is disconnected where it is authorized', async () => {
    await renderPage('/integrations/ebay')
    const authentication = await card('Authentication')
    await theOne('button', 'Disconnect', authentication)
    expect(text(await theOne('navigation', 'Breadcrumb'))).toMatch(/Integrations.*eBay$/)
  })

  it('the overview says what listings show, and leads to where that is changed', async () => {
    const config = { buffer: 2, returnPolicyId: 'r-1' }
    const rule = { from: 'USD', to: 'USD', rate: 1, percent: 10, fixed: 0, round: null }
    server.answer(listIntegrations, {
      ebay: {
        ...anIntegration('ebay', { integration: { shop: 'Shop', updatedAt: null, config }, priceRule: rule }),
        ...none,
      },
    })
    const page = await renderPage('/integrations/ebay')
    const listings = await card('How listings go out')
    expect(factsOf(listings)).toMatchObject({ Stock: 'Available stock minus 2', Prices: '+ 10%' })
    expect(factsOf(listings)['Defaults for new listings']).toMatch(/^1 of \d+ set$/)
    await press('link', 'Listing defaults', listings)
    await card('Defaults for new listings')
    expect(page.address()).toBe('/integrations/ebay/defaults')
  })

  it('an account without consent has none, whatever the address names', async () => {
    server.answer(listIntegrations, { square: { ...aBegunIntegration('square'), ...none } })
    await renderPage('/integrations/square/health')
    await card('Authentication')
    expect(all('navigation', 'Square settings')).toEqual([])
  })

  it('Google Sheets has no prices of its own, and an unknown tab is the overview', async () => {
    server.answer(listIntegrations, { csv: { ...anIntegration('csv', { currency: '' }), ...none } })
    await renderPage('/integrations/csv/shoes')
    await card('Spreadsheets')
    expect(all('link', /./, await theOne('navigation', 'Google Sheets settings')).map((tab) => text(tab))).toEqual([
      'Overview',
      'Listing defaults',
      'Health',
      'Shadow mode',
    ])
  })
})

describe('several accounts of a channel', () => {
  const first = anIntegration('shopify', {
    id: 5,
    integration: { shop: 'first.example', updatedAt: '2026-11-20T10:00:00.000Z', config: {} },
  })
  const second = { ...first, id: 6, integration: { ...first.integration, shop: 'second.example' } }
  beforeEach(() => server.answer(listIntegrations, { shopify: { ...first, others: [second] } }))

  it('CHN-009 each has a tab, which stands in the address', async () => {
    const page = await renderPage('/integrations/shopify')
    await says('first.example · connected')
    const tabs = await theOne('navigation', 'Shopify accounts')
    expect(all('link', /./, tabs).map((tab) => text(tab))).toEqual(['first.example', 'second.example'])
    await press('link', 'second.example', tabs)
    await says('second.example · connected')
    expect(page.address()).toBe('/integrations/shopify?account=6')
    await press('button', 'Disconnect')
    await theOne('dialog', 'Disconnect Shopify second.example?')
  })

  it('CHN-010 another account is connected beside the first', async () => {
    const page = await renderPage('/integrations/shopify')
    await press('link', 'Connect another account')
    await says('Connect another Shopify account')
    expect(page.address()).toBe('/integrations/shopify?another=true')
    await theOne('button', 'Open Shopify')
  })
})

it('orders are looked for at once on demand', async () => {
  server.answer(importOrders, { imported: 1, updated: 0 })
  await renderPage('/integrations/ebay')
  await press('button', 'Check for orders now')
  await says('Imported Orders')
  expect(server.calls(importOrders).map(({ params, body }) => [params.channel, body?.integrationId])).toEqual([
    ['ebay', 5],
  ])
})

it('an account asks more than the product costs, and the card shows how much', async () => {
  const rule = { from: 'USD', to: 'USD', rate: 1, percent: 10, fixed: 0, round: null }
  server.answer(savePriceRule, anIntegration('ebay', { priceRule: rule }))
  server.answer(listProducts, pageWith(aProductRow({ sku: 'STRAP-1', title: 'Leather strap', price: 49 })))
  await renderPage('/integrations/ebay/prices')
  const prices = await card('Prices')
  await says('eBay gets your prices in USD', prices)
  await type('Markup (%)', '10', prices)
  await choose('Round to', '.99', prices)
  await says('$42.50 + 10%, up to the next .99 → $46.99', prices)
  // What it does to the seller's own products is said before it is saved.
  await says('STRAP-1Leather strap$49.00$53.99', await card('What buyers see'))
  server.answer(listIntegrations, { ebay: { ...anIntegration('ebay', { priceRule: rule }), ...none } })
  await press('button', 'Save price rule', prices)
  await says('Price rule saved')
  expect(server.calls(savePriceRule).map(({ body }) => body)).toMatchObject([
    { integrationId: 5, rule: { percent: 10, round: { to: 1, less: 0.01 } } },
  ])
  server.answer(savePriceRule, anIntegration('ebay'))
  await press('button', 'Remove price rule')
  await until(() => server.calls(savePriceRule).at(-1)?.body.rule === null)
})
