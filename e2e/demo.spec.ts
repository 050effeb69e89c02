import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtIds } from '#contract/channels/names.ts'
import { listIntegrations } from '#contract/integrations.ts'
import { listListings } from '#contract/listings.ts'
import { recentOrders } from '#contract/orders.ts'
import { clientLogin, getStart, getUserClients } from '#contract/organizations.ts'
import { login } from '#contract/accounts.ts'
import { getProduct, listProducts } from '#contract/products.ts'
import { type Motto, startMotto } from './support/motto.ts'
import { Seller, sha256 } from './support/seller.ts'
import { patience, until } from './support/wait.ts'

const folder = mkdtempSync(join(tmpdir(), 'motto-demo-'))
let motto: Motto
let dana: Seller

beforeAll(async () => {
  motto = await startMotto({ DATA_DIR: folder, DEMO_SIZE: 'small' }, 'bin/demo.ts')
  dana = new Seller(motto.url, folder)
})
afterAll(async () => {
  await motto?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What the demo printed for somebody to sign in with. */
function printed(): { email: string; password: string } {
  const [, email = '', password = ''] = /Sign in with (\S+) and the password (\S+)/.exec(motto.output()) ?? []
  return { email, password }
}

describe('the demo', () => {
  it('prints a sign-in that works, into the shop that it filled', async () => {
    const { email, password } = await until('the sign-in is printed', async () =>
      printed().email ? printed() : undefined,
    )
    await dana.call(login, { body: { email, password: sha256(password) } })
    const [shop] = await dana.call(getUserClients)
    expect(shop?.displayName).toBe('Northlight Goods')
    await dana.call(clientLogin, { body: { clientLoginId: shop?.id ?? 0 } })
    expect(await dana.call(getStart)).toMatchObject({ templates: 8, products: 16, connectedChannels: builtIds.length })
  })

  it('has products with pictures that can be seen, and some that are not finished', async () => {
    const { data } = await dana.call(listProducts, { query: { limit: '100' } })
    expect(data.filter(({ images }) => !images?.length)).toEqual([])
    expect(data.some(({ readiness }) => readiness === 'error')).toBe(true)
    const product = await dana.call(getProduct, { params: { id: data[0]?.id ?? 0 } })
    const picture = await fetch(product.images[0]?.url ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  it('is live on both channels, with a refusal that says why', async () => {
    const integrations = Object.values(await dana.call(listIntegrations))
    expect(integrations.map(({ channel, counts }) => [channel, counts.live > 0])).toEqual(
      expect.arrayContaining([
        ['ebay', true],
        ['shopify', true],
        ['square', true],
        ['clover', true],
        ['bigcommerce', true],
        ['csv', true],
      ]),
    )
    const { data } = await dana.call(listListings, { query: { status: 'error' } })
    expect(data.map(({ result }) => result?.reason)).toContainEqual(expect.stringContaining('80 characters'))
  })

  it('has a year of orders and some to pack', async () => {
    const { orders, openOrders } = await dana.call(getStart)
    expect(orders).toBeGreaterThanOrEqual(24 + 3)
    expect(openOrders).toBeGreaterThan(0)
    const year = await dana.call(recentOrders, { query: { limit: '100' } })
    const days = year.map(({ orderDate }) => (Date.now() - new Date(orderDate).getTime()) / 86_400_000)
    expect(Math.max(...days)).toBeGreaterThan(120)
  })

  it('fills its folder once', async () => {
    const before = await dana.call(getStart)
    await motto.kill()
    await motto.start()
    // A channel is read back after an outage, and what is not known for sure is told again.
    await expect.poll(() => dana.call(getStart), patience).toEqual(before)
  })
})
