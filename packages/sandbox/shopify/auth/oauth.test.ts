import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SimAnswer } from '../../kit/simulator.ts'
import { app, openTestShop, type TestShop } from '../../testing/shopify-shop.ts'

const ask = {
  client_id: app.clientId,
  redirect_uri: app.redirectUri,
  scope: 'read_products,write_inventory',
  state: 'n-1',
}
const credentials = { client_id: app.clientId, client_secret: app.clientSecret }
interface Pair {
  access_token: string
  refresh_token: string
  scope: string
  expires_in: number
  refresh_token_expires_in: number
}

const press = (shop: TestShop, decision: string): SimAnswer =>
  shop.send('POST', '/motto-dev/admin/oauth/authorize', { query: ask, form: { ...ask, decision } })
const codeOf = (answer: SimAnswer): string => new URL(answer.headers?.['location'] ?? '').searchParams.get('code') ?? ''
const exchange = (shop: TestShop, json: Record<string, string>, name = 'motto-dev'): SimAnswer =>
  shop.send('POST', `/${name}/admin/oauth/access_token`, { json: { ...credentials, ...json } })
const pairOf = (answer: SimAnswer): Pair => answer.body as Pair
const refresh = (shop: TestShop, token: string) => exchange(shop, { grant_type: 'refresh_token', refresh_token: token })
const mayRead = (shop: TestShop, token: string, name = 'motto-dev'): number =>
  shop.send('POST', `/${name}/admin/api/2026-07/graphql.json`, { json: { query: '{ shop { name } }' }, token }).status

describe('consent', () => {
  it('shows the scopes in a plain form', () => {
    const answer = openTestShop().send('GET', '/motto-dev/admin/oauth/authorize', { query: ask })
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('<form method="post"')
    expect(answer.body).toContain('<li><code>write_inventory</code></li>')
    expect(answer.body).toContain('name="decision" value="install"')
  })

  it('comes back with a signed query', () => {
    const answer = press(openTestShop(), 'install')
    expect(answer.status).toBe(302)
    const back = new URL(answer.headers?.['location'] ?? '')
    expect(`${back.origin}${back.pathname}`).toBe(app.redirectUri)
    const { hmac, ...signed } = Object.fromEntries(back.searchParams)
    expect(Object.keys(signed).sort()).toEqual(['code', 'host', 'shop', 'state', 'timestamp'])
    expect(signed).toMatchObject({
      shop: 'motto-dev.myshopify.com',
      state: 'n-1',
      timestamp: String(Date.parse('2026-07-01T10:00:00Z') / 1000),
    })
    const text = Object.entries(signed)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    expect(hmac).toBe(createHmac('sha256', 'very-secret').update(text).digest('hex'))
  })

  it('does not come back when cancelled', () => {
    expect(press(openTestShop(), 'cancel')).toMatchObject({ status: 200 })
  })

  it.each([
    ['another address', { ...ask, redirect_uri: 'http://evil.example/' }, 'redirect_uri is not whitelisted'],
    ['another app', { ...ask, client_id: 'x' }, 'Could not find Shopify API application'],
    ['a scope that does not exist', { ...ask, scope: 'all' }, 'access scope is invalid'],
  ])('refuses %s', (_, query, words) => {
    const answer = openTestShop().send('GET', '/motto-dev/admin/oauth/authorize', { query })
    expect(answer.status).toBe(400)
    expect(answer.body).toContain(words)
  })
})

describe('tokens', () => {
  it('are given for a code, once', () => {
    const shop = openTestShop()
    const code = codeOf(press(shop, 'install'))
    const answer = exchange(shop, { code, expiring: '1' })
    expect(pairOf(answer)).toMatchObject({
      scope: 'read_products,write_inventory',
      expires_in: 3600,
      refresh_token_expires_in: 7_776_000,
    })
    expect(mayRead(shop, pairOf(answer).access_token)).toBe(200)
    expect(exchange(shop, { code, expiring: '1' })).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  it('are refused with a wrong secret, in another shop, too late, and without expiry', () => {
    const shop = openTestShop()
    expect(
      shop.send('POST', '/motto-dev/admin/oauth/access_token', {
        json: { ...credentials, client_secret: 'x', code: 'y' },
      }).status,
    ).toBe(401)
    expect(exchange(shop, { code: codeOf(press(shop, 'install')), expiring: '1' }, 'other').status).toBe(400)
    expect(exchange(shop, { code: codeOf(press(shop, 'install')) }).status).toBe(400)
    const late = codeOf(press(shop, 'install'))
    shop.pass(601)
    expect(exchange(shop, { code: late, expiring: '1' }).status).toBe(400)
  })

  it('live for an hour, in their own shop only', () => {
    const shop = openTestShop()
    const token = shop.install()
    expect(mayRead(shop, token, 'other')).toBe(401)
    expect(mayRead(shop, token, 'motto-dev.myshopify.com')).toBe(200)
    shop.pass(3599)
    expect(mayRead(shop, token)).toBe(200)
    shop.pass(1)
    expect(mayRead(shop, token)).toBe(401)
  })

  it('rotate; the old refresh token can be tried again until its successor is used', () => {
    const shop = openTestShop()
    const first = pairOf(exchange(shop, { code: codeOf(press(shop, 'install')), expiring: '1' }))
    const second = pairOf(refresh(shop, first.refresh_token))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.access_token).not.toBe(first.access_token)
    expect(refresh(shop, first.refresh_token).status).toBe(200)
    expect(refresh(shop, second.refresh_token).status).toBe(200)
    expect(refresh(shop, first.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('end on command: access only, or the grant too', () => {
    const shop = openTestShop()
    const pair = pairOf(exchange(shop, { code: codeOf(press(shop, 'install')), expiring: '1' }))
    shop.simulator.expireTokens(false)
    expect(mayRead(shop, pair.access_token)).toBe(401)
    const next = pairOf(refresh(shop, pair.refresh_token))
    shop.simulator.expireTokens(true)
    expect(mayRead(shop, next.access_token)).toBe(401)
    expect(refresh(shop, next.refresh_token).status).toBe(400)
  })
})
