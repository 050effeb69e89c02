import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#contract/all.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../testing/setup/app.ts'
import { type SentStatements, listenToStatements } from '../testing/statements/sent.ts'

let app: TestApp
let as: string
let ids: Record<string, number>
let sent: SentStatements

beforeAll(async () => {
  sent = listenToStatements()
  app = await testApp()
  const { clock } = app.services
  const start = clock.now()
  app.services.clock = { ...clock, now: () => start }
  const { ctx, as: cookie, organization } = await makeSeller(app.services)
  as = cookie
  const template = await makeTemplate(ctx, { attributes: [{ name: 'Colour' }] })
  const product = await makeProduct(ctx, template.id, { sku: 'READ-1' })
  // No connection: a read that asks a channel notes a renewed token, or that the seller's consent has ended.
  const order = await ctx.db
    .insertInto('orders')
    .values({
      organizationId: ctx.organizationId,
      channel: 'manual',
      integrationId: null,
      externalOrderId: 'MAN-1',
      number: 'MAN-1',
      state: 'open',
      orderStatus: 'open',
      shippingStatus: 'Not Shipped',
      paymentStatus: 'Paid',
      orderDate: new Date(),
      paymentAmount: null,
      shippingAddress: '{}',
      billingAddress: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ids = { product: product.id, template: template.id, order: order.id, organization: organization.id }
})
afterAll(async () => {
  sent.stop()
  await app.stop()
})

/** Counts of tries are kept for reads, too. */
const COUNTERS = 'rate_limits'

/** When a session was last seen: noted once a minute, by a timer. */
const NOTED = 'last_seen_at'

/** What every table holds, our own and the queue's. */
async function contents(): Promise<Record<string, string>> {
  const { system } = app.services.database
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_name <> ${COUNTERS} and (table_schema = 'public' or (table_schema = 'jobs' and table_name in ('job', 'job_common')))`.execute(
    system,
  )
  const sums = await Promise.all(
    rows.map(async ({ schema, name }): Promise<[string, string]> => {
      const {
        rows: [row],
      } = await sql<{
        sum: string | null
      }>`select md5(string_agg(r, ',' order by r)) as sum
        from ${sql.table(`${schema}.${name}`)} t cross join lateral (select (to_jsonb(t) - ${NOTED})::text as r) rows`.execute(
        system,
      )
      return [name, row?.sum ?? '']
    }),
  )
  return Object.fromEntries(sums)
}
/** What each read needs to find something. */
const input = (name: string, path: string): object => ({
  params: { id: path.startsWith('/productTemplates') ? ids.template : ids.product, sku: 'READ-1' },
  query:
    {
      getClient: { clientId: ids.organization },
      getOrder: { orderId: ids.order },
      listListingProducts: { productId: ids.product },
      listingPrices: { productId: ids.product },
      listingChannels: { templateId: ids.template },
      ordersByProduct: { sku: 'READ-1' },
      searchProducts: { search: 'read' },
      listProducts: { search: 'read', skus: ['READ-1'], templateId: ids.template },
    }[name] ?? {},
})

describe('a read', () => {
  const reads = Object.values(areas)
    .flatMap((area) => Object.entries(area))
    .filter(([, endpoint]) => endpoint.method === 'GET')
  it.each(reads)('%s writes nothing', async (name, endpoint) => {
    const before = await contents()
    sent.begin()
    const { status, body } = await app.call(endpoint, { as, ...input(name, endpoint.path) } as never)
    expect(sent.end(), 'what several nodes would refuse').toEqual([])
    expect(status, `${name} ${body.message}`).not.toBe(500)
    expect(await contents()).toEqual(before)
  })
  it('finds something by most of these calls, so that they really read', async () => {
    const answers = await Promise.all(
      reads.map(
        async ([name, endpoint]) =>
          [name, (await app.call(endpoint, { as, ...input(name, endpoint.path) } as never)).status] as const,
      ),
    )
    expect(
      answers.filter(([, status]) => status === 200).length,
      JSON.stringify(answers.filter(([, status]) => status !== 200)),
    ).toBeGreaterThan(reads.length / 2)
  })
})
