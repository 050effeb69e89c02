import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../main.ts'
import { openSandbox } from '../../testing/open.ts'
import { apiWith, askToken, basic, connect, pressConsent, scopeUrls, type Tokens } from '../../testing/ebay-session.ts'

describe('eBay OAuth', () => {
  let now = new Date('2026-03-01T12:00:00.000Z')
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox({ now: () => now, appUrl: 'https://motto.example' })
  })
  afterAll(() => sandbox.stop())
  const exchange = (code: string) =>
    askToken(sandbox, { grant_type: 'authorization_code', code, redirect_uri: 'Motto-MottoSBX-ebay' })

  it('shows a plain form that a script can press', async () => {
    const query = new URLSearchParams({
      client_id: 'motto-sandbox-SBX-ebay',
      redirect_uri: 'Motto-MottoSBX-ebay',
      response_type: 'code',
      scope: scopeUrls(['sell.inventory']),
      state: '"><b>',
    })
    const page = await fetch(`${sandbox.url}/ebay/oauth2/authorize?${query}`)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://motto.example")
    expect(html).toContain('name="username" value="motto_seller"')
    expect(html).toContain('value="agree"')
    expect(html).toContain('value="decline"')
    expect(html).toContain('name="state" value="&quot;&gt;&lt;b&gt;"')
  })

  it.each([
    ['client_id', 'someone-else', 'invalid_client'],
    ['redirect_uri', 'https://motto.example/oauth/ebay', 'invalid_request'],
    ['response_type', 'token', 'unsupported_response_type'],
    ['scope', 'everything', 'invalid_scope'],
  ])('refuses a wrong %s without sending the browser anywhere', async (name, value, error) => {
    const query = new URLSearchParams({
      client_id: 'motto-sandbox-SBX-ebay',
      redirect_uri: 'Motto-MottoSBX-ebay',
      response_type: 'code',
      scope: '',
      [name]: value,
    })
    const page = await fetch(`${sandbox.url}/ebay/oauth2/authorize?${query}`, { redirect: 'manual' })
    expect(page.status).toBe(400)
    expect(await page.text()).toContain(error)
  })

  it('a token holds nothing that a form would read otherwise', async () => {
    for (let n = 0; n < 20; n += 1) {
      const { tokens } = await connect(sandbox)
      for (const token of [tokens.access_token, tokens.refresh_token])
        expect(new URLSearchParams(`token=${token}`).get('token')).toBe(token)
    }
  })

  it('agreeing sends code, lifetime and state to the app, declining access_denied', async () => {
    const back = await pressConsent(sandbox, 'agree')
    expect(back.origin + back.pathname).toBe('https://motto.example/oauth/ebay')
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ expires_in: '299', state: 'state-1' })
    expect(back.searchParams.get('code')).toMatch(/^v\^1\.1#/)
    const declined = await pressConsent(sandbox, 'decline')
    expect(Object.fromEntries(declined.searchParams)).toEqual({ error: 'access_denied', state: 'state-1' })
  })

  it('a code works once, and for 299 seconds', async () => {
    const code = (await pressConsent(sandbox, 'agree')).searchParams.get('code') ?? ''
    expect((await exchange(code)).body).toMatchObject({
      expires_in: 7200,
      refresh_token_expires_in: 47_304_000,
      token_type: 'User Access Token',
    })
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const late = (await pressConsent(sandbox, 'agree')).searchParams.get('code') ?? ''
    now = new Date(now.getTime() + 300_000)
    expect(await exchange(late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it("wants the app's own credentials and RuName", async () => {
    const code = (await pressConsent(sandbox, 'agree')).searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, redirect_uri: 'Motto-MottoSBX-ebay' }
    expect(await askToken(sandbox, form, `${basic}x`)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    expect(await askToken(sandbox, { ...form, redirect_uri: 'https://motto.example/oauth/ebay' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })

  it('a refresh token lives on: it is not rotated', async () => {
    const { tokens } = await connect(sandbox)
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const first = (await askToken(sandbox, form)).body as Tokens
    expect(first).toMatchObject({ expires_in: 7200 })
    expect(first).not.toHaveProperty('refresh_token')
    const second = await askToken(sandbox, { ...form, scope: scopeUrls(['sell.inventory']) })
    expect(second.status).toBe(200)
    expect(await askToken(sandbox, { ...form, scope: scopeUrls(['sell.finances']) })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    })
    expect((await apiWith(sandbox, first.access_token)('GET', '/commerce/identity/v1/user/')).body).toMatchObject({
      username: 'motto_seller',
    })
  })

  it('an access token ends after two hours: 401 with 1001', async () => {
    const { api } = await connect(sandbox)
    now = new Date(now.getTime() + 7_200_000)
    expect((await api('GET', '/sell/account/v1/privilege')).status).toBe(200)
    now = new Date(now.getTime() + 1)
    expect(await api('GET', '/sell/account/v1/privilege')).toMatchObject({
      status: 401,
      body: { errors: [{ errorId: 1001 }] },
    })
  })

  it("the app's own token reads the taxonomy and no shop; a missing scope is 403 with 1100", async () => {
    const { access_token: token } = (
      await askToken(sandbox, { grant_type: 'client_credentials', scope: 'https://api.ebay.com/oauth/api_scope' })
    ).body as Tokens
    const api = apiWith(sandbox, token)
    expect(
      (await api('GET', '/commerce/taxonomy/v1/get_default_category_tree_id?marketplace_id=EBAY_US')).body,
    ).toEqual({
      categoryTreeId: '0',
      categoryTreeVersion: '134',
    })
    expect(await api('GET', '/sell/inventory/v1/inventory_item')).toMatchObject({
      status: 403,
      body: { errors: [{ errorId: 1100 }] },
    })
    const narrow = await connect(sandbox, 'motto_seller', ['sell.inventory'])
    expect((await narrow.api('GET', '/sell/fulfillment/v1/order')).status).toBe(403)
  })

  it('each seller has a shop and an id of their own', async () => {
    const [firstSeller, other] = [await connect(sandbox, 'first_seller'), await connect(sandbox, 'second_seller')]
    await firstSeller.api('PUT', '/sell/inventory/v1/inventory_item/A', { product: { title: 'A', description: 'A' } })
    expect((await other.api('GET', '/sell/inventory/v1/inventory_item/A')).status).toBe(404)
    const userId = async ({ api }: typeof firstSeller) =>
      ((await api('GET', '/commerce/identity/v1/user/')).body as { userId: string }).userId
    expect(await userId(firstSeller)).not.toBe(await userId(other))
    expect(await userId(firstSeller)).toBe(await userId(await connect(sandbox, 'first_seller')))
  })
})
