// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import type { CallReply } from '#contract/endpoint.ts'
import { connectionHealth } from '#contract/integrations/health.ts'
import { listDrift, readBack, settleDrift } from '#contract/sync/drift.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { anIntegration, answerIntegrations } from '#web/testing/integrations.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { focusOn, press, says, theOne, until } from '#web/testing/screen.tsx'

const server = fakeServer()
type Drift = CallReply<typeof listDrift>['data'][number]
const drift = (over: Partial<Drift> = {}): Drift => ({
  id: 9,
  productId: 12,
  sku: 'TEE-1',
  title: 'Washed linen shirt',
  ours: 6,
  theirs: 25,
  state: 'open',
  foundAt: '2026-11-20T10:00:00.000Z',
  settledAt: null,
  ...over,
})
const answerDrift = (...data: Drift[]) => server.answer(listDrift, { rule: 'ask', open: 1, readAt: null, data })

beforeEach(() => {
  answerIntegrations(server, { shopify: { ...anIntegration('shopify'), others: [] } })
  answerDrift(drift())
})

it('a quantity that somebody changed on the channel is settled by the key of its row', async () => {
  server.answer(settleDrift, () => {
    answerDrift(drift({ state: 'theirs', settledAt: '2026-11-20T11:00:00.000Z' }))
    return ok
  })
  await renderPage('/integrations/shopify/health')
  await says('25', await theOne('row', /TEE-1/))
  const button = await focusOn('button', 'Motto’s for TEE-1')
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 't', bubbles: true, cancelable: true }))
  await says('Resolved')
  await until(async () => (await theOne('row', /TEE-1/)).textContent.endsWith('Shopify’s'))
  expect(server.calls(settleDrift).map(({ body }) => body)).toEqual([{ ids: [9], as: 'theirs' }])
})

it('the page names the version of the API that Motto uses, and until when the channel supports it', async () => {
  server.answer(connectionHealth, {
    checkedAt: null,
    readiness: [],
    api: { version: '2026-07', servedUntil: '2027-07-16' },
    calls: [],
  })
  await renderPage('/integrations/shopify/health')
  await says('Motto uses version 2026-07 of Shopify’s API, which Shopify supports until Jul 16, 2027.')
})

it('the quantities of an account are read back on demand', async () => {
  server.answer(readBack, ok)
  await renderPage('/integrations/shopify/health')
  await press('button', 'Check now')
  await says('Checking quantities on Shopify')
  expect(server.calls(readBack).map(({ params, body }) => [params.channel, body?.integrationId])).toEqual([
    ['shopify', 5],
  ])
})
