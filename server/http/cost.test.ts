import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { areas } from '#contract/all.ts'
import { type AnyEndpoint, isKeyed } from '#contract/endpoint.ts'
import { heaviestBodies, type Schema } from '../testing/cost/heaviest.ts'
import { fillShop, type HeavyShop } from '../testing/cost/heavy-shop.ts'
import { type Meter, openMeter, type Request, slowness } from '../testing/cost/turns.ts'
import { sandboxedApp } from '../testing/setup/sandboxed.ts'
import { type Desk, openDesk } from '../testing/writes/desk.ts'
import { accounts, elsewhere, legalRequest } from '../testing/writes/legal.ts'
import { BODY_BYTES } from './requests/bodies.ts'

/** How long a request may keep everybody else waiting, on a usual machine. */
const MOST_MS = 50
/** Memory is cleared at some time, and then in somebody's turn: what is too long once is looked at again. */
const TRIES = 4

const on = sandboxedApp()
let meter: Meter
let origin: string
beforeAll(async () => {
  meter = openMeter()
  origin = await on.app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => meter.stop())

const endpoints = Object.values(areas).flatMap((area) => Object.entries(area) as [string, AnyEndpoint][])

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
}
function addressOf({ path }: AnyEndpoint, { params = {}, query = {} }: Parts): string {
  const url = new URL(
    `${origin}/api/v2${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? 1))}`,
  )
  for (const [name, value] of Object.entries(query))
    url.searchParams.append(name, Array.isArray(value) ? value.join('+') : String(value))
  return url.href
}

/** The least time of some tries that a request holds the loop, by a usual machine's measure. @param make a request that was not sent yet */
async function longestTurnOf(make: () => Promise<Request>): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < TRIES && least > MOST_MS; tries += 1) {
    const slow = least === Infinity ? 1 : slowness()
    const { heldMs } = await meter.costOf(await make())
    least = Math.min(least, heldMs / slow)
  }
  return least
}

describe('However much somebody sends, nobody else waits', () => {
  const writes = endpoints.filter(
    ([name, endpoint]) => (isKeyed(endpoint) || endpoint.savesNothing) && !elsewhere[name] && endpoint.bodyBytes,
  )
  it.each(writes)('%s takes the heaviest body that its schema allows', async (name, endpoint) => {
    const schema = z.toJSONSchema(endpoint.body, { unrepresentable: 'any', io: 'input' }) as Schema
    const bytes = endpoint.bodyBytes ?? BODY_BYTES
    const legalOf = async () => {
      const desk = await openDesk(on.app, on.sandbox, accounts(name))
      return { desk, legal: await legalRequest(name, desk) }
    }
    let { desk, legal } = await legalOf()
    const places = [...heaviestBodies(schema, legal.body, bytes)].map(([at]) => at)
    const tooLong: string[] = []
    for (const [index, at] of places.entries()) {
      let isFirst = true
      const longest = await longestTurnOf(async () => {
        if (!isFirst) ({ desk, legal } = await legalOf())
        isFirst = false
        const body = [...heaviestBodies(schema, legal.body, bytes)][index]?.[1]() ?? ''
        const headers = { cookie: desk.as, 'content-type': 'application/json' }
        return { method: endpoint.method, url: addressOf(endpoint, legal as Parts), headers, body }
      })
      if (longest > MOST_MS) tooLong.push(`${at}: ${longest.toFixed(0)} ms`)
    }
    expect(tooLong).toEqual([])
  })
})

describe('However much is stored, whoever reads it holds up nobody', () => {
  let desk: Desk
  let shop: HeavyShop
  beforeAll(async () => {
    desk = await openDesk(on.app, on.sandbox, ['ebay', 'etsy', 'shopify', 'square', 'bigcommerce', 'csv'])
    shop = await fillShop(desk)
  })
  const reads = endpoints.filter(([, { method }]) => method === 'GET')
  it.each(reads)('%s answers from a shop whose records are as large as they may be', async (name, endpoint) => {
    const { template, product, order, sku } = shop
    const known: Record<string, unknown> = {
      clientId: desk.ctx.organizationId,
      orderId: order,
      productId: product,
      templateId: template,
      parentId: template,
      sku,
      search: 'mug',
      channel: 'ebay',
      ids: [order],
      selectedIds: [order],
      limit: 50,
    }
    const names = Object.keys((endpoint.query as Partial<z.ZodObject> | undefined)?.shape ?? {})
    const query = Object.fromEntries(Object.entries(known).filter(([field]) => names.includes(field)))
    const id = endpoint.path.startsWith('/productTemplates') ? template : product
    const params = { ...known, id, page: 'products', integrationId: 1 }
    const longest = await longestTurnOf(async () => ({
      method: 'GET',
      url: addressOf(endpoint, { params, query }),
      headers: { cookie: desk.as },
    }))
    expect(longest, name).toBeLessThanOrEqual(MOST_MS)
  })
})
