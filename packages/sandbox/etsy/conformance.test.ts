import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiChecker, openApiChecker } from '../../../channels/testing/published/spec.ts'
import { describedBy } from '../testing/described.ts'
import type { Sandbox } from '../main.ts'
import { control } from '../testing/ebay-session.ts'
import { draft, type EtsyShop, connect, jpeg, list, mug, profiles, single } from '../testing/etsy-shop.ts'
import { openSandbox } from '../testing/open.ts'

const described = describedBy('etsy/spec/etsy_open_api_v3.json')

describe.skipIf(described.isAbsent)(`Etsy's published API description${described.note}`, () => {
  let sandbox: Sandbox
  let shop: EtsyShop
  let checker: ApiChecker
  const problems: string[] = []
  /** Sends it and holds both directions against the description. */
  const api = async (method: string, path: string, expected: number, sent: Parameters<EtsyShop['api']>[2] = {}) => {
    sandbox.simulators.get('etsy')?.refill()
    const answer = await shop.api(method, path, sent)
    expect(`${answer.status} ${method} ${path} ${answer.status === expected ? '' : JSON.stringify(answer.body)}`).toBe(
      `${expected} ${method} ${path} `,
    )
    const whole = `/v3/application${path}`
    const body =
      sent.json ??
      sent.form ??
      (sent.parts && Object.fromEntries([...sent.parts].map(([n, v]) => [n, typeof v === 'string' ? v : v.name])))
    const type = sent.form
      ? 'application/x-www-form-urlencoded'
      : sent.parts
        ? 'multipart/form-data'
        : 'application/json'
    if (expected < 400) problems.push(...checker.checkRequest(method, whole, body, type))
    problems.push(...checker.checkResponse(method, whole, answer.status, answer.body))
    return answer
  }
  const ofShop = (path: string) => `/shops/${shop.shopId}${path}`
  beforeAll(async () => {
    sandbox = await openSandbox()
    shop = await connect(sandbox)
    checker = openApiChecker(described.paths[0] ?? '')
  })
  beforeEach(() => {
    problems.length = 0
    sandbox.simulators.get('etsy')?.refill()
  })
  afterAll(() => sandbox.stop())

  it('the shop, its profiles, policies and sections answer as described', async () => {
    await api('GET', '/openapi-ping', 200)
    const { user_id } = (await api('GET', '/users/me', 200)).body as { user_id: number }
    await api('GET', `/users/${user_id}/shops`, 200)
    await api('GET', '/users/1/shops', 404)
    for (const path of [
      '',
      '/shipping-profiles',
      '/policies/return',
      '/sections',
      '/readiness-state-definitions?limit=1&offset=1',
    ])
      await api('GET', ofShop(path), 200)
    await api('GET', '/shops/1', 404)
    await api('POST', '/scopes', 200, { form: { token: shop.tokens.access_token } })
    await api('GET', '/shipping-carriers?origin_country_iso=US', 200)
    await api('GET', '/shipping-carriers?origin_country_iso=USA', 400)
    expect(problems).toEqual([])
  })

  it('categories and their properties answer as described', async () => {
    await api('GET', '/seller-taxonomy/nodes', 200)
    for (const leaf of ['1062', '482', '1232', '6243'])
      await api('GET', `/seller-taxonomy/nodes/${leaf}/properties`, 200)
    await api('GET', '/seller-taxonomy/nodes/999999/properties', 404)
    expect(problems).toEqual([])
  })

  it('drafts, pictures, products, attributes and listings answer as described', async () => {
    const ids = await profiles(shop)
    const made = await api('POST', ofShop('/listings'), 201, {
      form: mug({ ...ids, tags: 'mug,stoneware', materials: 'Clay' }),
    })
    const { listing_id: id } = made.body as { listing_id: number }
    await api('POST', ofShop('/listings'), 400, { form: mug({ title: '' }) })
    const image = await api('POST', ofShop(`/listings/${id}/images`), 201, {
      parts: jpeg({ rank: '1', alt_text: 'A mug' }),
    })
    const { listing_image_id: imageId } = image.body as { listing_image_id: number }
    await api('GET', `/listings/${id}/images`, 200)
    await api('PUT', `/listings/${id}/inventory`, 200, { json: single(ids.readiness_state_id) })
    await api('PUT', `/listings/${id}/inventory`, 400, { json: single(ids.readiness_state_id, { quantity: 1000 }) })
    await api('GET', `/listings/${id}/inventory?includes=Listing`, 200)
    const room = ofShop(`/listings/${id}/properties/990000000006`)
    await api('PUT', room, 400, { form: { value_ids: '1', values: 'Nowhere' } })
    await api('PATCH', ofShop(`/listings/${id}`), 200, {
      form: { title: 'Another mug', image_ids: String(imageId), state: 'active' },
    })
    await api('GET', `/listings/${id}?includes=Images`, 200)
    await api(
      'GET',
      ofShop('/listings?state=active&limit=10&offset=0&sort_order=asc&includes=Images,Inventory,Shipping'),
      200,
    )
    await api('GET', `/listings/batch?listing_ids=${id}&includes=Images`, 200)
    await api('GET', `/listings/batch/inventory?listing_ids=${id}`, 200)
    await api('GET', `/listings/batch/inventory?listing_ids=${id},1`, 404)
    await api('PATCH', ofShop(`/listings/${id}`), 200, { form: { state: 'inactive' } })
    await api('DELETE', `/listings/${id}`, 204)
    await api('GET', `/listings/${id}`, 404)
    expect(problems).toEqual([])
  })

  it('variations and their pictures answer as described', async () => {
    const id = await draft(shop, { taxonomy_id: '482' })
    const { readiness_state_id: readiness } = await profiles(shop)
    const [color, size] = [200, 62809790395]
    const product = (sku: string, value: [number, string], letter: [number, string]) => ({
      sku,
      property_values: [
        {
          property_id: color,
          property_name: 'Primary color',
          scale_id: null,
          value_ids: [value[0]],
          values: [value[1]],
        },
        { property_id: size, property_name: 'Size', scale_id: 42, value_ids: [letter[0]], values: [letter[1]] },
      ],
      offerings: [{ price: 20, quantity: 2, is_enabled: true, readiness_state_id: Number(readiness) }],
    })
    const products = [product('TEE-1', [9, 'Red'], [2018, 'M']), product('TEE-2', [2, 'Blue'], [2019, 'L'])]
    await api('PUT', `/listings/${id}/inventory`, 200, { json: { products, sku_on_property: [color, size] } })
    await api('PUT', `/listings/${id}/inventory`, 400, { json: { products } })
    const { body } = await api('GET', `/listings/${id}/images`, 200)
    const [picture] = (body as { results: { listing_image_id: number }[] }).results
    const shown = { variation_images: [{ property_id: color, value_id: 9, image_id: picture?.listing_image_id }] }
    await api('POST', ofShop(`/listings/${id}/variation-images`), 200, { json: shown })
    await api('GET', ofShop(`/listings/${id}/variation-images`), 200)
    await api('PUT', ofShop(`/listings/${id}/properties/990000000002`), 200, {
      form: { value_ids: '900202', values: 'Crew' },
    })
    await api('GET', ofShop(`/listings/${id}/properties`), 200)
    await api('DELETE', ofShop(`/listings/${id}/properties/990000000002`), 204)
    expect(problems).toEqual([])
  })

  it('receipts and their parcels answer as described', async () => {
    await list(shop, {}, 'MUG-2')
    const bought = async () =>
      ((await control(sandbox, 'POST', 'etsy/buy', { sku: 'MUG-2' })).body as { externalOrderId: string })
        .externalOrderId
    const [tracked, marked, cancelled] = [await bought(), await bought(), await bought()]
    await control(sandbox, 'POST', 'etsy/cancel', { externalOrderId: cancelled })
    await control(sandbox, 'POST', 'etsy/refund', { externalOrderId: marked, restock: false })
    await api(
      'GET',
      ofShop('/receipts?min_last_modified=1700000000&sort_on=updated&sort_order=asc&limit=100&offset=0'),
      200,
    )
    await api('GET', ofShop('/receipts?was_canceled=true'), 200)
    await api('GET', ofShop(`/receipts/${cancelled}`), 200)
    await api('GET', ofShop('/receipts/1'), 404)
    const json = { tracking_code: '9400111899223', carrier_name: 'usps', send_bcc: false }
    await api('POST', ofShop(`/receipts/${tracked}/tracking`), 200, { json })
    await api('POST', ofShop(`/receipts/${cancelled}/tracking`), 400, { json })
    await api('PUT', ofShop(`/receipts/${marked}`), 200, { form: { was_shipped: 'true' } })
    expect(problems).toEqual([])
  })
})
