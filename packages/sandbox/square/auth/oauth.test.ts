import { describe, expect, it } from 'vitest'
import { app, codeOf, openTestSquare } from '../../testing/square-shop.ts'

const days = 86_400

describe("Square's consent", () => {
  it('gives a code that serves once and for five minutes, and says so when it was refused', async () => {
    const shop = openTestSquare()
    const back = await shop.consent('allow')
    expect(back.get('state')).toBe('s-1')
    const grant = { grant_type: 'authorization_code', code: back.get('code') }
    const { status, body } = await shop.token(grant)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', expires_at: '2026-07-31T10:00:00Z', short_lived: false })
    expect((await shop.token(grant)).status).toBe(401)
    const late = (await shop.consent('allow')).get('code')
    shop.pass(301)
    expect((await shop.token({ grant_type: 'authorization_code', code: late })).status).toBe(401)
    expect(Object.fromEntries(await shop.consent('deny'))).toMatchObject({ error: 'access_denied' })
  })

  it('ends an access token after 30 days; the refresh token stays the same', async () => {
    const shop = openTestSquare()
    const tokens = await shop.connect()
    shop.pass(30 * days - 1)
    expect((await shop.send('GET', '/v2/merchants')).status).toBe(200)
    shop.pass(2)
    const ended = await shop.send('GET', '/v2/merchants')
    expect([ended.status, codeOf(ended)]).toEqual([401, 'ACCESS_TOKEN_EXPIRED'])
    const renewed = await shop.token({ grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] })
    expect(renewed.body['refresh_token']).toBe(tokens['refresh_token'])
    shop.useToken(String(renewed.body['access_token']))
    expect((await shop.send('GET', '/v2/merchants')).status).toBe(200)
  })

  it('tells a withdrawn consent from an ended token, calls about it, and lets nobody in without the right permission', async () => {
    const shop = openTestSquare()
    const narrow = await shop.connect('MERCHANT_PROFILE_READ')
    const refused = await shop.send('GET', '/v2/catalog/list')
    expect([refused.status, codeOf(refused)]).toEqual([403, 'INSUFFICIENT_SCOPES'])
    const headers = { authorization: `Client ${app.clientSecret}` }
    const json = { client_id: app.clientId, access_token: narrow['access_token'] }
    expect((await shop.send('POST', '/oauth2/revoke', { json })).status).toBe(401)
    expect((await shop.send('POST', '/oauth2/revoke', { json, headers })).body).toEqual({ success: true })
    expect(codeOf(await shop.send('GET', '/v2/merchants'))).toBe('ACCESS_TOKEN_REVOKED')
    const again = await shop.token({ grant_type: 'refresh_token', refresh_token: narrow['refresh_token'] })
    expect([again.status, codeOf(again)]).toEqual([401, 'UNAUTHORIZED'])
    expect(shop.hooks.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toContain(
      'oauth.authorization.revoked',
    )
  })
})
