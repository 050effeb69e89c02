import { beforeAll, describe, expect, it } from 'vitest'
import { checkReadiness } from '#contract/integrations/health.ts'
import { bulkEdit } from '#contract/changes/changes.ts'
import { makeToken } from '#seed/make.ts'
import { type Agent, connectAgent } from '#server/testing/agent.ts'
import { sandboxedApp } from '#server/testing/setup/sandboxed.ts'
import { type Desk, openDesk } from '#server/testing/writes/desk.ts'
import { runChanges } from '../changes/run.ts'

const on = sandboxedApp()
let desk: Desk
let agent: Agent
let live: { id: number; sku: string }
let orderId: number
let templateId: number
let changeId: number

/** A shop in which every list has a row: sold, oversold and unknown SKUs, a live listing, a rejected one, a bulk change. */
beforeAll(async () => {
  const origin = await on.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  desk = await openDesk(on.app, on.sandbox, ['ebay'])
  const { shop, ctx, ids } = desk
  if (!shop) throw new Error('this desk has a shop')
  orderId = (await desk.sale()).orderId
  await desk.sale({ quantity: 99 })
  await desk.sale({ sku: 'NO-SUCH' })
  templateId = await shop.template({ variations: ['Color'] })
  live = await shop.product(templateId, { quantity: 5 })
  await shop.list('ebay', live.id, { sync: true })
  await desk.call(checkReadiness, { params: { channel: 'ebay' }, body: {} })
  const edits = [{ field: 'vendor', action: 'set', value: 'Acme' }]
  const set = (await desk.call(bulkEdit, { body: { selection: { ids: [live.id] }, edits } })) as { id: number }
  changeId = set.id
  await runChanges(ctx.services, { organizationId: ctx.organizationId, changeSetId: changeId })
  const rejected = {
    status: 'rejected',
    reason: 'No',
    code: '1',
    fields: { title: 'Too long' },
    warnings: [],
    at: '2026-11-01T00:00:00Z',
  }
  await ctx.db
    .updateTable('listingProducts')
    .set({ status: 'error', result: JSON.stringify(rejected) })
    .where('id', '=', ids.listing)
    .execute()
  agent = await connectAgent(origin, (await makeToken(ctx, { usedBy: 'agent' })).secret)
})

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value)

describe('a tool that reads', () => {
  it.each<[name: string, input: () => object, rows: string]>([
    ['find_products', () => ({ skus: [live.sku] }), 'products'],
    ['get_product', () => ({ sku: live.sku }), 'liveOn'],
    ['explain_stock', () => ({ sku: live.sku }), 'channels'],
    ['explain_stock', () => ({ sku: live.sku }), 'movements'],
    ['get_product_history', () => ({ sku: live.sku }), 'changes'],
    ['list_templates', () => ({}), 'templates'],
    ['get_template', () => ({ templateId }), 'attributes'],
    ['list_changes', () => ({}), 'changes'],
    ['explain_change', () => ({ changeId }), 'products.0.changes'],
    ['find_listings', () => ({ status: 'error' }), 'listings'],
    ['list_publish_runs', () => ({}), 'runs'],
    ['list_channels', () => ({}), 'accounts'],
    ['explain_channel', () => ({ channel: 'ebay' }), 'checklist'],
    ['find_orders', () => ({ tab: 'open' }), 'orders'],
    ['get_order', () => ({ orderId }), 'items'],
    ['list_order_issues', () => ({}), 'lines'],
    ['list_attention', () => ({}), 'oversold.rows'],
    ['list_attention', () => ({}), 'unknown.rows'],
    ['list_attention', () => ({}), 'refused.rows'],
    ['report_sales', () => ({}), 'channels'],
    ['report_best_sellers', () => ({}), 'skus'],
    ['report_profit', () => ({ by: 'sku' }), 'rows'],
    ['report_stock', () => ({}), 'age'],
    ['report_stock', () => ({}), 'runningOut'],
    ['explain_overselling', () => ({}), 'rows'],
  ])('%s tells %s', async (name, input, rows) => {
    const answer = await agent.use(name, input())
    expect(answer.isError, answer.text).toBe(false)
    expect(at(answer.data, rows), answer.text).not.toHaveLength(0)
  })

  it('explain_listing tells what a channel would reject', async () => {
    const answer = await agent.use('explain_listing', { sku: live.sku, channel: 'ebay' })
    expect(answer.data, answer.text).toMatchObject({ listing: { currency: 'USD', quantity: expect.any(Number) } })
  })

  it('an order tells where it goes, and no name, street, email or phone of the buyer', async () => {
    await desk.ctx.db
      .updateTable('orders')
      .set({
        buyerName: 'Ada Buyer',
        buyerEmail: 'ada@example.com',
        buyerPhone: '555-0199',
        shippingAddress: JSON.stringify({ name: 'Ada Buyer', line1: '7 Secret Street', city: 'Bonn', country: 'DE' }),
      })
      .where('id', '=', orderId)
      .execute()
    const order = await agent.use('get_order', { orderId })
    expect(order.data).toMatchObject({ shipTo: { city: 'Bonn', country: 'DE' } })
    const list = await agent.use('find_orders')
    for (const { text } of [order, list, await agent.use('list_attention'), await agent.use('list_order_issues')])
      expect(text).not.toMatch(/Ada|Secret|ada@|0199/)
  })

  it('the rules of channels, and of a template on a channel, are resources', async () => {
    const read = async (uri: string) => {
      const { contents } = await agent.client.readResource({ uri })
      return JSON.parse((contents as { text: string }[])[0]?.text ?? '')
    }
    expect(await read('motto://channels/ebay/rules')).toMatchObject({ channel: 'eBay', limits: { titleChars: 80 } })
    expect((await read('motto://templates')).data.length).toBeGreaterThan(0)
    expect((await read(`motto://templates/${templateId}`)).data.attributes[0].name).toEqual(expect.any(String))
    const { data } = await read(`motto://templates/${templateId}/channels/ebay/rules`)
    expect(data.fields.some(({ required }: { required: boolean }) => required)).toBe(true)
    const { contents } = await agent.client.readResource({ uri: 'motto://glossary' })
    expect((contents as { text: string }[])[0]?.text).toContain('Oversold')
  })
})
