import { afterEach, expect, it } from 'vitest'
import type { OAuth2 } from '#channels/connect.ts'
import { channelOf } from '#channels/registry.ts'
import { pressConsent } from '#channels/testing/conformance/stage.ts'
import * as contract from '#contract/integrations/integrations.ts'
import { makeSeller } from '#seed/make.ts'
import { integrationsApp } from '../../../testing/shop/integrations.ts'

const { app, integrations } = integrationsApp()
const channel = 'ebay'
const own = channelOf(channel).connect
afterEach(() => void (channelOf(channel).connect = own))

/** A code of a seller's, as a channel that begins by itself sends it: without a state of ours. */
async function codeOfSomebody() {
  const { as } = await makeSeller(app().services)
  await app().call(contract.createIntegration, { body: { name: channel }, as })
  const { body } = await app().call(contract.oauthUrl, { params: { channel }, query: {}, as })
  const { state: _state, ...answer } = await pressConsent(body.data ?? '')
  return answer
}

it.each([
  ['', 'Connect the eBay account that you come from to'],
  ['Corner shop', 'Connect the eBay shop Corner shop to'],
])(
  'CHN-106 one that begins at the channel connects nothing before it is confirmed (named %j)',
  async (shop, question) => {
    const answer = await codeOfSomebody()
    const oauth = own.oauth as OAuth2
    channelOf(channel).connect = {
      oauth: { ...oauth, startsAt: 'channel', readCallback: (o) => ({ ...oauth.readCallback(o), shop }) },
    }
    const { as, organization } = await makeSeller(app().services)
    const exchange = (body: Record<string, string>, query: { confirmed?: 'yes' } = {}) =>
      app().call(contract.exchangeCode, { params: { channel }, body, query, as })
    // What a link carries is the body, so no link says yes.
    for (const body of [answer, { ...answer, confirmed: 'yes' }]) {
      const reply = await exchange(body)
      expect(reply).toMatchObject({ status: 409, body: { code: 'connection_unconfirmed' } })
      expect(reply.body.message).toContain(`${question} ${organization.displayName}?`)
    }
    expect(await integrations(as)).toEqual({})
    expect((await exchange(answer, { confirmed: 'yes' })).status).toBe(200)
    expect((await integrations(as))[channel]).toMatchObject({ authenticated: true })
  },
)
