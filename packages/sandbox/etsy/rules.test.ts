import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../main.ts'
import { control } from '../testing/ebay-session.ts'
import {
  apiKey,
  apiWith,
  askToken,
  connect,
  draft,
  type EtsyShop,
  jpeg,
  list,
  mug,
  newVerifier,
  pressConsent,
  profiles,
  single,
  type Tokens,
} from '../testing/etsy-shop.ts'
import { openSandbox } from '../testing/open.ts'

let sandbox: Sandbox
let shop: EtsyShop
let ids: Awaited<ReturnType<typeof profiles>>
const refill = () => sandbox.simulators.get('etsy')?.refill()
const api: EtsyShop['api'] = async (...sent) => {
  refill()
  return shop.api(...sent)
}
const ofShop = (path: string) => `/shops/${shop.shopId}${path}`
const statusAndError = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { error?: string })?.error ?? ''}`
beforeAll(async () => {
  sandbox = await openSandbox()
  shop = await connect(sandbox)
  ids = await profiles(shop)
})
beforeEach(refill)
afterAll(() => sandbox.stop())

describe('who may ask', () => {
  it('a code is proved by its verifier, and each refresh token is good for one time', async () => {
    const verifier = newVerifier()
    const code = async () => (await pressConsent(sandbox, verifier)).back?.searchParams.get('code') ?? ''
    const ask = (form: Record<string, string>) => askToken(sandbox, { grant_type: 'authorization_code', ...form })
    expect((await ask({ code: await code(), code_verifier: newVerifier() })).body).toMatchObject({
      error: 'invalid_grant',
    })
    const { body } = await ask({ code: await code(), code_verifier: verifier })
    const first = body as Tokens
    expect(first).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    expect(first.access_token).toMatch(/^\d+\./)
    const refresh = () => askToken(sandbox, { grant_type: 'refresh_token', refresh_token: first.refresh_token })
    expect((await refresh()).status).toBe(200)
    expect((await refresh()).body).toMatchObject({ error: 'invalid_grant' })
  })

  it('a token is also given to a client that sends JSON', async () => {
    const { tokens } = await connect(sandbox)
    const client_id = apiKey.split(':')[0]
    const response = await fetch(`${sandbox.url}/etsy/v3/public/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'refresh_token', client_id, refresh_token: tokens.refresh_token }),
    })
    expect([response.status, await response.json()]).toMatchObject([200, { token_type: 'Bearer' }])
  })

  it.each([
    ['without a challenge', { code_challenge: '' }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['with another callback', { redirect_uri: 'https://elsewhere.example/' }],
    ['with a scope that does not exist', { scope: 'listings_x' }],
  ])('no consent %s', async (_what, more) => {
    expect(await pressConsent(sandbox, newVerifier(), more)).toEqual({ status: 400, back: null })
  })

  it('a seller may say no', async () => {
    const { back } = await pressConsent(sandbox, newVerifier(), { answer: 'deny' })
    expect(back?.searchParams.get('error')).toBe('access_denied')
  })

  it("every call names the app with its secret, carries a token that holds, and stays in the token's shop", async () => {
    const keystring = apiKey.split(':')[0] ?? ''
    expect(statusAndError(await api('GET', '/users/me', {}, { 'x-api-key': keystring }))).toMatch(
      /^403 Shared secret is required/,
    )
    expect(statusAndError(await api('GET', '/users/me', {}, { authorization: 'Bearer 1.none' }))).toBe(
      '401 invalid_token',
    )
    const reader = await connect(sandbox, { scope: 'listings_r shops_r', shop: 'AnotherShop' })
    refill()
    const { body } = await reader.api('POST', `/shops/${reader.shopId}/listings`, { form: mug() })
    expect(body).toMatchObject({ error: 'insufficient_scope' })
    expect((await api('GET', `/shops/${reader.shopId}/receipts`)).status).toBe(404)
  })

  it('ten calls go in a second, and ten thousand in a day; every answer tells what is left', async () => {
    const at = { now: Date.now() }
    const other = await openSandbox({ now: () => new Date(at.now) })
    const asking = await connect(other)
    at.now += 1000
    for (let i = 0; i < 10; i++) expect((await asking.api('GET', '/users/me')).status).toBe(200)
    const refused = await asking.api('GET', '/users/me')
    expect(refused.status).toBe(429)
    expect(Object.fromEntries(refused.headers)).toMatchObject({ 'retry-after': '1', 'x-remaining-this-second': '0' })
    at.now += 1000
    const before = Number((await asking.api('GET', '/users/me')).headers.get('x-remaining-today'))
    expect(before).toBeLessThan(10_000)
    other.simulators.get('etsy')?.useUp({} as never)
    const over = await asking.api('GET', '/users/me')
    expect([over.status, over.headers.get('x-remaining-today')]).toEqual([429, '0'])
    at.now += 86_400_000
    expect((await apiWith(other, asking.tokens.access_token)('GET', '/seller-taxonomy/nodes')).status).toBe(200)
    await other.stop()
  })
})

describe('what it refuses of a listing', () => {
  const letters = 'x'.repeat(141)
  it.each([
    ['a long title', { title: letters }, /title must be 140/],
    ['a title with two colons', { title: 'One: two: three' }, /: only once/],
    ['fourteen tags', { tags: Array.from({ length: 14 }, (_, i) => `tag ${i}`).join(',') }, /13 tags at most/],
    ['a long tag', { tags: 'x'.repeat(21) }, /20 characters at most/],
    ['a strange tag', { tags: 'half/half' }, /invalid characters \/tags/],
    ['a material with a sign', { materials: 'cotton & linen' }, /invalid characters \/materials/],
    ['a price of nothing', { price: '0.10' }, /price must be between/],
    ['too many pieces', { quantity: '1000' }, /quantity cannot be greater than 999/],
    ['an era that is none', { when_made: '2020_2024' }, /when_made/],
    ['a category that is gone', { taxonomy_id: '424242' }, /Invalid taxonomy_id/],
    ['a profile of somebody else', { shipping_profile_id: '1' }, /Invalid shipping_profile_id/],
    ['no processing profile', { readiness_state_id: '' }, /A readiness_state_id is required for physical listings/],
  ])('%s', async (_what, more, sentence) => {
    expect(statusAndError(await api('POST', ofShop('/listings'), { form: { ...mug(ids), ...more } }))).toMatch(sentence)
  })

  it.each<[string, Record<string, string | string[]>, string[]]>([
    ['joined by commas', { tags: 'a,b' }, ['a', 'b']],
    ['one alone', { tags: 'a' }, ['a']],
    ['with brackets', { 'tags[]': ['a', 'b'] }, ['a', 'b']],
    ['as the same name again, of which the last counts', { tags: ['a', 'b'] }, ['b']],
  ])('tags are read %s', async (_how, form, tags) => {
    expect((await api('POST', ofShop('/listings'), { form: mug({ ...ids, ...form }) })).body).toMatchObject({ tags })
  })

  it('nothing goes on sale without a picture, its required attributes and a return policy', async () => {
    const { readiness_state_id, shipping_profile_id } = ids
    const made = await api('POST', ofShop('/listings'), {
      form: mug({ readiness_state_id, shipping_profile_id, taxonomy_id: '6243' }),
    })
    const { listing_id: id } = made.body as { listing_id: number }
    const activate = async (more: Record<string, string> = {}) =>
      statusAndError(await api('PATCH', ofShop(`/listings/${id}`), { form: { state: 'active', ...more } }))
    expect(await activate()).toMatch(/at least one image/)
    await api('POST', ofShop(`/listings/${id}/images`), { parts: jpeg() })
    expect(await activate()).toMatch(/return_policy_id is required/)
    expect(await activate({ return_policy_id: ids.return_policy_id })).toMatch(/Must supply all required attributes/)
    await api('PUT', ofShop(`/listings/${id}/properties/47626759760`), {
      form: { value_ids: '550', values: 'Embroidery' },
    })
    expect(await activate({ return_policy_id: ids.return_policy_id })).toBe('200 ')
  })

  it('at most twenty pictures, which a rank puts in order and overwrites', async () => {
    const id = await draft(shop)
    const put = (more: Record<string, string>) => api('POST', ofShop(`/listings/${id}/images`), { parts: jpeg(more) })
    const order = async () =>
      (
        (await api('GET', `/listings/${id}/images`)).body as {
          results: { listing_image_id: number; alt_text: string }[]
        }
      ).results
    await put({ rank: '1', alt_text: 'front' })
    await put({ rank: '2', alt_text: 'side', overwrite: 'true' })
    expect((await order()).map(({ alt_text }) => alt_text)).toEqual(['front', 'side'])
    const turned = (await order()).map(({ listing_image_id: imageId }) => imageId).toReversed()
    await api('PATCH', ofShop(`/listings/${id}`), { form: { image_ids: turned.join(',') } })
    expect((await order()).map(({ alt_text }) => alt_text)).toEqual(['side', 'front'])
    for (let i = 0; i < 18; i++) await put({ rank: '20' })
    expect(statusAndError(await put({ rank: '20' }))).toBe('400 Listings are only allowed 20 images')
  })
})

describe('products', () => {
  const put = async (id: number, json: unknown) =>
    statusAndError(await api('PUT', `/listings/${id}/inventory`, { json }))
  const value = (more: object = {}) => ({
    property_id: 513,
    property_name: 'Glaze',
    scale_id: null,
    value_ids: [],
    values: ['Blue'],
    ...more,
  })
  const product = (sku: string, values: object[], more: object = {}) => ({
    sku,
    property_values: values,
    offerings: [
      { price: 18, quantity: 2, is_enabled: true, readiness_state_id: Number(ids.readiness_state_id), ...more },
    ],
  })

  it('take the place of all, with new ids; money goes in as a number and comes out as an object', async () => {
    const id = await draft(shop)
    const read = async () =>
      (
        (await api('GET', `/listings/${id}/inventory`)).body as {
          products: { product_id: number; offerings: { price: object }[] }[]
        }
      ).products
    const [before] = await read()
    expect(
      await put(id, {
        ...single(ids.readiness_state_id),
        products: [product('A', [], { price: { amount: 1800, divisor: 100 } })],
      }),
    ).toMatch(/Expected float value for 'price'/)
    expect(await put(id, single(ids.readiness_state_id, { price: 19.99 }))).toBe('200 ')
    const [after] = await read()
    expect(after?.offerings[0]?.price).toEqual({ amount: 1999, divisor: 100, currency_code: 'USD' })
    expect(after?.product_id).not.toBe(before?.product_id)
  })

  it.each([
    ['what Etsy itself added', () => [{ ...product('A', []), product_id: 1 }], /Unexpected key 'product_id'/],
    ['no value', () => [product('A', [value({ values: [] })])], /Property values can't be empty/],
    [
      'a property of its own without a name',
      () => [product('A', [value({ property_name: undefined })])],
      /Expected string value for 'property_name' \(got NULL\)/,
    ],
    [
      'a property of another category',
      () => [product('A', [value({ property_id: 54142602013 })])],
      /Invalid property_id/,
    ],
    ['parentheses', () => [product('A', [value({ values: ['Blue (light)'] })])], /parentheses/],
    [
      'three properties',
      () => [product('A', [value(), value({ property_id: 514 }), value({ property_id: 200, value_ids: [2] })])],
      /2 variations at most/,
    ],
    ['the same twice', () => [product('A', [value()]), product('B', [value()])], /same property values/],
    ['other properties in one product', () => [product('A', [value()]), product('B', [])], /same properties/],
    [
      'differing prices that are not said to differ',
      () => [product('A', [value()]), product('B', [value({ values: ['Red'] })], { price: 20 })],
      /price of products is incompatible/,
    ],
    ['nothing left', () => [product('A', [], { quantity: 0 })], /quantity greater than 0/],
  ])('refuse %s', async (_what, products, sentence) => {
    const id = await draft(shop)
    expect(await put(id, { products: products(), sku_on_property: [] })).toMatch(sentence)
  })

  it('values of a seller get ids, which are the same the next time; a picture stays with its id alone', async () => {
    const id = await draft(shop)
    const body = {
      products: [product('A', [value()]), product('B', [value({ values: ['Red'] })])],
      sku_on_property: [513],
    }
    expect(await put(id, body)).toBe('200 ')
    const read = async () =>
      (
        (await api('GET', `/listings/${id}/inventory`)).body as {
          products: { property_values: { value_ids: number[] }[] }[]
        }
      ).products
    const ids513 = (await read()).map(({ property_values }) => property_values[0]?.value_ids)
    expect(await put(id, body)).toBe('200 ')
    expect((await read()).map(({ property_values }) => property_values[0]?.value_ids)).toEqual(ids513)
  })
})

describe('a sale', () => {
  it('sells out; put on sale again, one piece is there; hidden, nobody can buy', async () => {
    const id = await list(shop, {}, 'LAST')
    const buy = (quantity: number) => control(sandbox, 'POST', 'etsy/buy', { sku: 'LAST', quantity })
    const state = async () => (await api('GET', `/listings/${id}`)).body as { state: string; quantity: number }
    expect((await buy(5)).status).toBe(200)
    expect(await state()).toMatchObject({ state: 'sold_out', quantity: 0 })
    await api('PATCH', ofShop(`/listings/${id}`), { form: { state: 'active' } })
    expect(await state()).toMatchObject({ state: 'active', quantity: 1 })
    await api('PATCH', ofShop(`/listings/${id}`), { form: { state: 'inactive' } })
    expect(await buy(1)).toMatchObject({ status: 409, body: { error: 'LAST is not for sale on Etsy.' } })
  })

  it('whose payment fails is canceled, and its units are on sale again', async () => {
    const id = await list(shop, {}, 'UNPAID')
    const { body } = await control(sandbox, 'POST', 'etsy/buy', { sku: 'UNPAID', quantity: 5, payment: 'failed' })
    const { externalOrderId } = body as { externalOrderId: string }
    expect((await api('GET', ofShop(`/receipts/${externalOrderId}`))).body).toMatchObject({
      status: 'canceled',
      is_paid: false,
    })
    expect((await api('GET', `/listings/${id}`)).body).toMatchObject({ state: 'active', quantity: 5 })
  })

  it('is seen late, as real ones are', async () => {
    const late = await openSandbox({ lag: { orders: 60, webhooks: 0, images: 0 } })
    const seller = await connect(late)
    await list(seller, {}, 'SLOW')
    late.simulators.get('etsy')?.refill()
    await control(late, 'POST', 'etsy/buy', { sku: 'SLOW' })
    const count = async () =>
      ((await seller.api('GET', `/shops/${seller.shopId}/receipts`)).body as { count: number }).count
    expect(await count()).toBe(0)
    await control(late, 'POST', 'clock', { advance: 61 })
    expect(await count()).toBe(1)
    await late.stop()
  })

  it('each tracking number is one more parcel', async () => {
    await list(shop, {}, 'MAILED')
    const { externalOrderId } = (await control(sandbox, 'POST', 'etsy/buy', { sku: 'MAILED' })).body as {
      externalOrderId: string
    }
    const track = (json: object) => api('POST', ofShop(`/receipts/${externalOrderId}/tracking`), { json })
    for (const tracking_code of ['1', '2']) await track({ tracking_code, carrier_name: 'usps' })
    const [order] = (
      (await control(sandbox, 'GET', 'etsy/orders?account=MottoShop')).body as {
        externalOrderId: string
        tracking: string[]
      }[]
    ).filter((shown) => shown.externalOrderId === externalOrderId)
    expect(order).toMatchObject({ status: 'completed', shipped: true, tracking: ['1', '2'] })
  })

  it('after four months a listing is renewed, or over', async () => {
    const other = await openSandbox()
    const seller = await connect(other)
    const renewed = await list(seller, {}, 'RENEWED')
    other.simulators.get('etsy')?.refill()
    const over = await list(seller, { should_auto_renew: 'false' }, 'OVER')
    await control(other, 'POST', 'clock', { advance: 123 * 86_400 })
    const again = await connect(other)
    const stateOf = async (id: number) => ((await again.api('GET', `/listings/${id}`)).body as { state: string }).state
    expect([await stateOf(renewed), await stateOf(over)]).toEqual(['active', 'expired'])
    await other.stop()
  })
})
