import { describe, expect, it } from 'vitest'
import { type Answer, app, elements, openTestClover, type TestClover } from '../testing/clover-shop.ts'

const statusAndMessage = ({ status, body }: Answer) => [status, body['message']]
const made = async (shop: TestClover, sku: string, more: object = {}) =>
  String((await shop.api('POST', 'items', { name: sku, price: 1200, sku, ...more }))['id'])
async function connected(): Promise<TestClover> {
  const shop = openTestClover()
  await shop.connect()
  return shop
}

describe('who may enter', () => {
  it('a consent that is declined says so; a code serves once and names its merchant', async () => {
    const shop = openTestClover()
    expect((await shop.consent('deny')).get('error')).toBe('access_denied')
    const answer = await shop.consent()
    expect([answer.get('state'), answer.get('client_id')]).toEqual(['s-1', app.clientId])
    expect(answer.get('merchant_id')).toMatch(/^[0-9A-Z]{13}$/)
    const grant = { client_secret: app.clientSecret, code: answer.get('code') }
    expect(statusAndMessage(await shop.token('token', { ...grant, client_secret: 'guessed' }))).toEqual([
      401,
      'Unauthorized',
    ])
    expect((await shop.token('token', grant)).status).toBe(200)
    expect(statusAndMessage(await shop.token('token', grant))).toEqual([400, 'Failed to validate authentication code'])
  })

  it('a refresh token serves once; where its answer was lost, it is recovered with the secret, until the next one is used or two weeks are over', async () => {
    const shop = openTestClover()
    const first = await shop.connect()
    const refresh = (token: unknown) => shop.token('refresh', { refresh_token: token })
    const recover = (token: unknown, client_secret = app.clientSecret) =>
      shop.token('recovery', { client_secret, recovery_token: token })
    const refused = async (token: unknown) => {
      const { status, headers } = await refresh(token)
      return [status, headers['x-clover-recovery-available']]
    }
    expect((await recover(first['refresh_token'])).status).toBe(401)
    const lost = await refresh(first['refresh_token'])
    expect(await refused(first['refresh_token'])).toEqual([401, 'true'])
    expect((await recover(first['refresh_token'], 'guessed')).status).toBe(401)
    const recovered = await recover(first['refresh_token'])
    expect(recovered.status).toBe(200)
    expect(await refused(lost.body['refresh_token'])).toEqual([401, 'false'])
    const next = await refresh(recovered.body['refresh_token'])
    expect(next.status).toBe(200)
    expect(await refused(first['refresh_token'])).toEqual([401, 'false'])
    expect((await recover(first['refresh_token'])).status).toBe(401)
    shop.pass(14 * 86_400)
    expect(await refused(recovered.body['refresh_token'])).toEqual([401, 'false'])
  })

  it('a token ends after half an hour, is for one merchant, and never stands in an address', async () => {
    const shop = await connected()
    await shop.api('GET', 'items')
    expect(statusAndMessage(await shop.send('GET', '/v3/merchants/SOMEBODYELSE1/items'))).toEqual([
      401,
      '401 Unauthorized',
    ])
    expect((await shop.ask('GET', 'items?access_token=any')).status).toBe(401)
    shop.pass(1800)
    expect(statusAndMessage(await shop.ask('GET', 'items'))).toEqual([401, '401 Unauthorized'])
  })

  it('a permission that the app lacks is refused in the very same words', async () => {
    const shop = await connected()
    await shop.send('POST', '/developer/permissions', { form: [['allow', 'Merchant']] })
    expect(statusAndMessage(await shop.ask('GET', 'orders'))).toEqual([401, '401 Unauthorized'])
    await shop.api('GET', '')
  })
})

describe('how much it takes', () => {
  it('sixteen calls a second and five at once; the header says which it was', async () => {
    const shop = await connected()
    const call = () => shop.send('GET', shop.path('items'))
    for (let n = 0; n < 16; n += 1) expect((await call()).status).toBe(200)
    const many = await call()
    expect([many.status, many.headers]).toEqual([429, { 'x-ratelimit-tokenlimit': '16' }])
    shop.pass(2)
    const together = await Promise.all(Array.from({ length: 6 }, call))
    expect(together.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429])
    expect(together.find(({ status }) => status === 429)?.headers).toEqual({
      'x-ratelimit-tokenconcurrentlimit': '5',
      'retry-after': '1',
    })
  })

  it('lists end at a thousand rows, lists inside an answer at a hundred, three things are expanded', async () => {
    const shop = await connected()
    const group = String((await shop.api('POST', 'item_groups', { name: 'Mug' }))['id'])
    const items = Array.from({ length: 105 }, (_, n) => ({
      name: 'Mug',
      price: 5,
      sku: `MUG-${n}`,
      itemGroup: { id: group },
    }))
    await shop.api('POST', 'bulk_items', { items })
    expect(elements(await shop.api('GET', 'items'))).toHaveLength(100)
    expect(elements(await shop.api('GET', 'items?limit=1000&offset=3'))).toHaveLength(102)
    expect(elements(await shop.api('GET', `item_groups/${group}?expand=items`), 'items')).toHaveLength(100)
    expect(statusAndMessage(await shop.ask('GET', 'items?expand=itemStock,options,categories,tags'))).toEqual([
      400,
      'At most 3 fields can be expanded.',
    ])
    expect(statusAndMessage(await shop.ask('GET', 'items?filter=colour=red'))).toEqual([
      400,
      'Invalid filter field: colour',
    ])
  })
})

describe('items', () => {
  it('several are found by their ids at once, and those that were deleted by asking for them', async () => {
    const shop = await connected()
    const [a, b, c] = [await made(shop, 'A'), await made(shop, 'B'), await made(shop, 'C')]
    await shop.ask('DELETE', `items/${c}`)
    const find = async (...more: string[]) =>
      elements(
        await shop.api(
          'GET',
          `items?filter=${encodeURIComponent(`id in ('${a}','${b}','${c}','N0SUCH')`)}${more.join('')}`,
        ),
      ).map((item) => item['id'])
    expect(await find()).toEqual([a, b])
    expect(await find('&filter=deleted=true')).toEqual([c])
    expect(statusAndMessage(await shop.ask('GET', `items?filter=${encodeURIComponent('id in A,B')}`))).toEqual([
      400,
      'Invalid filter: id in A,B',
    ])
  })

  it.each([
    ['no name', { price: 5 }, 'name is required'],
    ['a name that is too long', { name: 'x'.repeat(128), price: 5 }, 'name may have 127 characters at most'],
    ['a price below 0', { name: 'Mug', price: -1 }, 'price must be at least 0'],
    ['a SKU that is too long', { name: 'Mug', price: 5, sku: 'x'.repeat(101) }, 'sku may have 100 characters at most'],
  ])('%s is refused', async (_, input, message) => {
    const shop = await connected()
    expect(statusAndMessage(await shop.ask('POST', 'items', input))).toEqual([400, message])
  })

  it('POST changes what is said, PUT takes the rest away', async () => {
    const shop = await connected()
    const id = await made(shop, 'MUG')
    expect(await shop.api('POST', `items/${id}`, { price: 900 })).toMatchObject({ price: 900, sku: 'MUG' })
    expect(await shop.api('PUT', `items/${id}`, { name: 'Mug', price: 900 })).not.toHaveProperty('sku')
    expect((await shop.ask('PUT', `items/${id}`, { price: 900 })).status).toBe(400)
  })

  it('of several all are changed, or none', async () => {
    const shop = await connected()
    const id = await made(shop, 'MUG')
    const items = [
      { id, price: 1 },
      { id: 'GONE000000001', price: 1 },
    ]
    expect(statusAndMessage(await shop.ask('PUT', 'bulk_items', { items }))).toEqual([404, 'invalid ID'])
    expect(await shop.api('GET', `items/${id}`)).toMatchObject({ price: 1200 })
  })

  it('a group names its items, which never leave it, nor join one', async () => {
    const shop = await connected()
    const group = String((await shop.api('POST', 'item_groups', { name: 'Tee' }))['id'])
    const size = String((await shop.api('POST', 'attributes', { name: 'Size', itemGroup: { id: group } }))['id'])
    const large = String((await shop.api('POST', `attributes/${size}/options`, { name: 'L' }))['id'])
    const tee = await made(shop, 'TEE-L', { itemGroup: { id: group } })
    await shop.api('POST', 'option_items', { elements: [{ option: { id: large }, item: { id: tee } }] })
    expect(await shop.api('POST', `items/${tee}`, { name: 'Mine' })).toMatchObject({ name: 'Tee L' })
    await shop.api('POST', `item_groups/${group}`, { name: 'Shirt' })
    expect(await shop.api('GET', `items/${tee}`)).toMatchObject({ name: 'Shirt L' })
    const alone = await made(shop, 'MUG')
    for (const [id, to] of [
      [alone, group],
      [tee, 'OTHER00000001'],
    ])
      expect(statusAndMessage(await shop.ask('POST', `items/${id}`, { itemGroup: { id: to } }))).toEqual([
        400,
        'An item cannot change its itemGroup',
      ])
    expect(
      (await shop.ask('POST', 'option_items', { elements: [{ option: { id: large }, item: { id: alone } }] })).status,
    ).toBe(400)
    expect((await shop.ask('DELETE', `item_groups/${group}`)).status).toBe(400)
  })

  it('its quantity is missing until somebody counts; with autoManage it says whether it is for sale', async () => {
    const shop = await connected()
    const id = await made(shop, 'MUG', { autoManage: true })
    const read = () => shop.api('GET', `items/${id}?expand=itemStock`)
    expect(await read()).toMatchObject({ available: true, itemStock: { item: { id } } })
    expect((await read())['itemStock']).not.toHaveProperty('quantity')
    await shop.api('POST', `item_stocks/${id}`, { quantity: 0 })
    expect(await read()).toMatchObject({ available: false, itemStock: { quantity: 0 } })
    await shop.api('PUT', `item_stocks/${id}`, { quantity: 2.6 })
    expect(await read()).toMatchObject({ available: true, itemStock: { quantity: 2.6, stockCount: 3 } })
  })

  it('one that was deleted is gone, but for who asks for what was deleted', async () => {
    const shop = await connected()
    const id = await made(shop, 'MUG')
    await shop.api('DELETE', `items/${id}`)
    expect(statusAndMessage(await shop.ask('GET', `items/${id}`))).toEqual([404, 'invalid ID'])
    expect(elements(await shop.api('GET', 'items'))).toEqual([])
    expect(elements(await shop.api('GET', `items?filter=id=${id}&filter=deleted=true`))).toMatchObject([
      { id, sku: 'MUG' },
    ])
  })
})

describe('orders', () => {
  const buy = (shop: TestClover, more: object = {}) =>
    shop.simulator.buy({ lines: [{ sku: 'MUG', quantity: 2 }], payment: 'paid', test: false, ...more }).externalOrderId
  const stocked = async () => {
    const shop = await connected()
    shop.simulator.addItems([{ sku: 'MUG', title: 'Mug', price: 12, quantity: 5 }])
    return shop
  }
  const list = async (shop: TestClover) => elements(await shop.api('GET', 'orders?expand=lineItems'))

  it('a sale lowers the stock at once, its order is seen later; one at the register at once', async () => {
    const shop = await stocked()
    shop.lag.orders = 60
    buy(shop)
    expect(shop.simulator.listings()[0]?.quantity).toBe(3)
    expect(await list(shop)).toEqual([])
    const counter = buy(shop, { counter: true })
    expect((await list(shop)).map(({ id }) => id)).toEqual([counter])
    shop.pass(60)
    expect(await list(shop)).toHaveLength(2)
  })

  it('every piece is a line, and a refund says which of them', async () => {
    const shop = await stocked()
    const id = buy(shop)
    shop.simulator.refund({ externalOrderId: id, lines: [{ sku: 'MUG', quantity: 1 }], restock: true })
    const [order] = await list(shop)
    expect(order).toMatchObject({ paymentState: 'PARTIALLY_REFUNDED', onlineOrder: { orderState: 'CONFIRMED' } })
    expect(elements(order ?? {}, 'lineItems').map(({ refunded }) => refunded)).toEqual([true, false])
    expect(shop.simulator.listings()[0]?.quantity).toBe(4)
    shop.simulator.cancel({ externalOrderId: id, restock: false })
    expect((await list(shop))[0]).toMatchObject({ paymentState: 'REFUNDED', onlineOrder: { orderState: 'CANCELLED' } })
    expect(() => shop.simulator.cancel({ externalOrderId: id, restock: true })).toThrow('cannot be cancelled any more')
  })

  it('one that is not paid is deleted: the list tells of it, and it cannot be read', async () => {
    const shop = await stocked()
    const id = buy(shop, { payment: 'pending' })
    shop.simulator.cancel({ externalOrderId: id, restock: true })
    expect((await list(shop))[0]).toMatchObject({ id, deletedTimestamp: expect.any(Number) })
    expect((await shop.ask('GET', `orders/${id}`)).body).toEqual({ message: 'Not Found', details: 'Order not found' })
    expect(shop.simulator.listings()[0]?.quantity).toBe(5)
  })

  it('a filter by time looks back 90 days, and does not say so', async () => {
    const shop = await stocked()
    buy(shop)
    shop.pass(91 * 86_400)
    await shop.connect()
    expect(elements(await shop.api('GET', 'orders?filter=createdTime>=0'))).toEqual([])
  })

  it('is handed over whole, once it is paid', async () => {
    const shop = await stocked()
    const waiting = buy(shop, { payment: 'pending' })
    expect(() => shop.simulator.ship({ externalOrderId: waiting })).toThrow('not paid yet')
    const id = buy(shop)
    shop.simulator.ship({ externalOrderId: id })
    expect((await list(shop)).find((order) => order['id'] === id)).toMatchObject({
      onlineOrder: { orderState: 'FULFILLED' },
    })
  })
})

describe('calls', () => {
  it('begin once the code that was sent to the address is entered, carry the fixed word, and name ids alone', async () => {
    const shop = await connected()
    const url = 'https://motto.example.com/hooks'
    await shop.send('POST', '/developer/webhooks', { form: { url } })
    const [sent] = shop.hooks.splice(0)
    expect([sent?.url, sent?.headers]).toEqual([url, { 'content-type': 'application/json' }])
    const { verificationCode } = JSON.parse(sent?.body ?? '') as { verificationCode: string }
    await made(shop, 'MUG')
    expect(shop.hooks).toEqual([])
    expect((await shop.send('POST', '/developer/webhooks', { form: { code: 'guessed' } })).status).toBe(400)
    expect((await shop.send('POST', '/developer/webhooks', { form: { code: verificationCode } })).status).toBe(200)
    const id = await made(shop, 'CUP')
    const [call] = shop.hooks
    expect(call?.headers['x-clover-auth']).toBe(app.secrets.webhookAuth)
    expect(JSON.parse(call?.body ?? '')).toEqual({
      appId: app.clientId,
      merchants: { [shop.merchant]: [{ objectId: `I:${id}`, type: 'CREATE', ts: expect.any(Number) }] },
    })
  })

  it('tell that the app was uninstalled', async () => {
    const shop = await connected()
    shop.simulator.expireTokens(true)
    expect(shop.hooks.map(({ body }) => body).join()).toContain(`"objectId":"A:${app.clientId}","type":"DELETE"`)
    expect((await shop.ask('GET', 'items')).status).toBe(401)
  })
})
