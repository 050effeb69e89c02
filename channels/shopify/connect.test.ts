import { describe, expect, it } from 'vitest'
import { ChannelError } from '../channel.ts'
import { normaliseShop, shopifyConnect, shopifyScopes } from './connect.ts'

const origins = { shop: 'http://127.0.0.1:3001/shopify/{shop}' }
const context = { origins, clientId: 'id', clientSecret: 'hush', secrets: {}, shop: 'motto-dev', facts: {} }
const now = new Date('2026-11-21T12:00:00Z')
// hmac: printf 'code=…&host=ZXhhbXBsZQ%3D%3D&shop=…&state=nonce&timestamp=1337178173' | openssl dgst -sha256 -hmac hush
const query = {
  code: '0907a61c0c8d55e99db179b68161bc00',
  host: 'ZXhhbXBsZQ==',
  shop: 'motto-dev.myshopify.com',
  state: 'nonce',
  timestamp: '1337178173',
  hmac: '8eb77c0e8f026ce9c5f99261bd84863828a86c1f5779bf91f8e193bf52c14b59',
}
const verify =
  (more: Partial<typeof query>, o: { shop?: string; secret?: string; seconds?: number } = {}) =>
  () =>
    shopifyConnect.readCallback({
      facts: {},
      query: { ...query, ...more },
      clientSecret: o.secret ?? 'hush',
      shop: o.shop ?? 'motto-dev',
      now: new Date((1337178173 + (o.seconds ?? 0)) * 1000),
    })

describe('the shop', () => {
  it.each([
    'motto-dev',
    ' Motto-Dev ',
    'motto-dev.myshopify.com',
    'https://motto-dev.myshopify.com/admin?x=1',
    'https://admin.shopify.com/store/motto-dev/products',
    'admin.shopify.com/store/motto-dev',
  ])('%s is found', (typed) => expect(normaliseShop(typed)).toBe('motto-dev.myshopify.com'))
  it.each([
    '',
    'motto dev',
    'evil.example/motto.myshopify.com',
    'motto.com',
    '-motto',
    'a.b.myshopify.com',
    'motto-dev.myshopify.com.evil.example',
    'x@motto-dev.myshopify.com',
  ])('%j is refused', (typed) => expect(() => normaliseShop(typed)).toThrow(ChannelError))
})

describe('the callback', () => {
  it('of Shopify holds', () => expect(verify({})).not.toThrow())
  it('forged, changed, unsigned, of another app or shop, or old is refused', () => {
    for (const forged of [
      verify({ code: 'another' }),
      verify({ hmac: '' }),
      verify({ hmac: query.hmac.replace('8', '9') }),
      verify({}, { secret: 'other' }),
    ])
      expect(forged).toThrow('isn’t signed')
    expect(verify({}, { shop: 'another' })).toThrow('a different shop')
    expect(verify({}, { seconds: 91 })).toThrow('too old')
    expect(verify({}, { seconds: -91 })).toThrow('too old')
    expect(verify({}, { seconds: 90 })).not.toThrow()
  })
})

describe('requests', () => {
  it('go to the shop itself, with the words Shopify wants', () => {
    const url = new URL(
      shopifyConnect.authorizeUrl({
        ...context,
        redirect: 'https://motto.example/oauth/shopify',
        state: 's',
        challenge: '',
      }),
    )
    expect(url.origin + url.pathname).toBe(
      'http://127.0.0.1:3001/shopify/motto-dev.myshopify.com/admin/oauth/authorize',
    )
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'id',
      state: 's',
      redirect_uri: 'https://motto.example/oauth/shopify',
      'grant_options[]': '',
    })
    expect(url.searchParams.get('scope')?.split(',')).toEqual([...shopifyScopes])
    expect(
      shopifyConnect.tokenRequest({ ...context, code: 'c', redirect: '', verifier: '', callback: {} }),
    ).toMatchObject({
      json: { client_id: 'id', client_secret: 'hush', code: 'c', expiring: '1' },
    })
    expect(shopifyConnect.refreshRequest({ ...context, refreshToken: 'r' })).toMatchObject({
      json: { grant_type: 'refresh_token', refresh_token: 'r' },
    })
  })
  it('bring tokens only with every scope; write implies read', () => {
    const body = (scopes: readonly string[]) => ({
      status: 200,
      headers: {},
      body: {
        access_token: 'a',
        expires_in: 3600,
        refresh_token: 'r',
        refresh_token_expires_in: 7776000,
        scope: scopes.join(','),
      },
    })
    const implied = shopifyScopes.filter((s) => s !== 'read_products')
    expect(shopifyConnect.readTokens(body(implied), now)).toEqual({
      accessToken: 'a',
      expiresAt: new Date('2026-11-21T13:00:00Z'),
      refreshToken: 'r',
      refreshExpiresAt: new Date('2027-02-19T12:00:00Z'),
    })
    expect(() => shopifyConnect.readTokens(body(shopifyScopes.filter((s) => s !== 'write_inventory')), now)).toThrow(
      'write_inventory',
    )
    expect(() =>
      shopifyConnect.readTokens({ status: 400, headers: {}, body: { error: 'invalid_grant' } }, now),
    ).toThrow(ChannelError)
  })
})
