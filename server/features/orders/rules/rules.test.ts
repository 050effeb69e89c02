import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { handleOrders, orderHistory, orderTags } from '#contract/orders/handling.ts'
import {
  MOST_RULES,
  TRIED_ORDERS,
  createOrderRule,
  deleteOrderRule,
  listOrderRules,
  moveOrderRule,
  switchOrderRule,
  tryOrderRule,
  updateOrderRule,
} from '#contract/orders/rules.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { ordersToPack, packPieces } from '#contract/orders/packing.ts'
import { createOrder } from '#contract/orders/create.ts'
import { getOrder, searchOrders, updateShipping } from '#contract/orders/orders.ts'
import { makeMember, makeUser } from '#seed/make.ts'
import { channelOrder, laterVersion, orderLine } from '../../../testing/shop/orders.ts'
import { address, ordersDesk } from '../../../testing/shop/orders-desk.ts'

const { app, ctx, as, take, idOf, read, product } = ordersDesk()

type Given = NonNullable<CallInput<typeof createOrderRule>['body']>
const nothing: Given['actions'] = { addTags: [], service: '', assigneeId: null, hold: false }
const abroad: Given['conditions'][number] = { field: 'country', not: true, values: ['US'] }

async function make(name: string, actions: Partial<Given['actions']>, conditions: Given['conditions'] = [], on = true) {
  const { body } = await app().call(createOrderRule, {
    body: { name, conditions, actions: { ...nothing, ...actions } },
    as: as(),
  })
  const rule = body.data
  if (!rule) throw new Error(JSON.stringify(body))
  if (on) await app().call(switchOrderRule, { params: { id: rule.id }, body: { on: true }, as: as() })
  return rule
}
async function colleague(name: string): Promise<number> {
  const user = await makeUser(app().services, { name })
  await makeMember(app().services, ctx().organizationId, user.id, 4)
  return user.id
}
const rules = async () => (await app().call(listOrderRules, { as: as() })).body.data ?? []
const history = async (orderId: number) =>
  (await app().call(orderHistory, { query: { orderId }, as: as() })).body.data?.data ?? []
const ruled = async (orderId: number) => (await history(orderId)).filter(({ what }) => what.startsWith('Rule'))
const list = async (query: CallInput<typeof searchOrders>['query']) =>
  ((await app().call(searchOrders, { query, as: as() })).body.data ?? []).map(({ externalOrderId }) => externalOrderId)

describe('rules for arriving orders', () => {
  it('tag, set the service, assign and hold, and say so in the history of the order', async () => {
    const { sku } = await product()
    const kim = await colleague('Kim Packer')
    await make('Abroad', { addTags: ['abroad'], service: 'DHL Express', assigneeId: kim, hold: true }, [
      abroad,
      { field: 'total', compare: 'above', amount: 20, currency: 'USD' },
    ])
    const there = channelOrder({
      shippingAddress: { ...address, country: 'DE' },
      totalAmount: 2001,
      lines: [orderLine({ sku })],
    })
    const here = channelOrder({ shippingAddress: address, totalAmount: 2001, lines: [orderLine({ sku })] })
    await take(there, here)
    expect(await read(there)).toMatchObject({
      tags: ['abroad'],
      held: true,
      heldByRule: 'Abroad',
      assigneeId: kim,
      shippingDetails: { shippingMethod: 'DHL Express' },
    })
    expect(await read(here)).toMatchObject({ tags: [], held: false, assigneeId: null })
    expect(await ruled(await idOf(there))).toEqual([
      expect.objectContaining({
        who: '',
        what: 'Rule “Abroad”',
        details: ['Tag abroad', 'Service DHL Express', 'Assigned to Kim Packer', 'Put on hold'],
      }),
    ])
    expect(await ruled(await idOf(here))).toEqual([])
  })

  it('do nothing while they are off', async () => {
    await make('Off', { hold: true }, [], false)
    const order = channelOrder()
    await take(order)
    expect(await read(order)).toMatchObject({ held: false })
  })

  it('run once, whatever comes at once or later', async () => {
    await make('Tag', { addTags: ['new'], service: 'DHL' })
    const order = channelOrder()
    await Promise.all([take(order), take(order), take(order)])
    const id = await idOf(order)
    expect(await ruled(id)).toHaveLength(1)
    await app().call(handleOrders, { body: { orderIds: [id], removeTags: ['new'] }, as: as() })
    await take(laterVersion(order, { shippingMethod: 'USPS', totalAmount: 5 }))
    expect(await read(order)).toMatchObject({
      tags: [],
      totalAmount: 0.05,
      // What a rule chose is not replaced by what the channel says.
      shippingDetails: { shippingMethod: 'DHL' },
    })
    expect(await ruled(id)).toHaveLength(1)
  })

  it('run in their order, and each sees the tags of those before it', async () => {
    const reads = await make('Reads', { hold: true }, [{ field: 'tag', not: false, values: ['rush'] }])
    const tags = await make('Tags', { addTags: ['rush'] })
    const first = channelOrder()
    await take(first)
    expect(await read(first)).toMatchObject({ held: false, tags: ['rush'] })
    await app().call(moveOrderRule, { params: { id: reads.id }, body: { to: 1 }, as: as() })
    expect((await rules()).map(({ id }) => id)).toEqual([tags.id, reads.id])
    const second = channelOrder()
    await take(second)
    expect(await read(second)).toMatchObject({ held: true, tags: ['rush'] })
  })

  it('are for orders made by hand, too, and not for history or what comes shipped', async () => {
    const { sku } = await product()
    await make('All', { addTags: ['all'] })
    const shipped = channelOrder({ state: 'shipped' })
    await take(shipped)
    expect(await read(shipped)).toMatchObject({ tags: [] })
    const { body } = await app().call(createOrder, { body: { order: { source: 'Phone', items: [{ sku }] } }, as: as() })
    const { body: made } = await app().call(getOrder, { query: { orderId: body.data?.id ?? 0 }, as: as() })
    expect(made.data?.order).toMatchObject({ tags: ['all'] })
  })

  it('stop no order when one fails: it is undone alone, and the history says so', async () => {
    const { sku } = await product()
    await make('Breaks', { addTags: ['boom'], hold: true })
    await make('Works', { addTags: ['fine'] })
    const system = app().services.database.system
    await sql`alter table orders add constraint no_boom check (not 'boom' = any(tags))`.execute(system)
    const order = channelOrder({ lines: [orderLine({ sku })] })
    try {
      await take(order)
    } finally {
      await sql`alter table orders drop constraint no_boom`.execute(system)
    }
    expect(await read(order)).toMatchObject({ tags: ['fine'], held: false, totalQuantity: 1 })
    expect((await ruled(await idOf(order))).map(({ what }) => what).toSorted()).toEqual([
      'Rule “Breaks” failed',
      'Rule “Works”',
    ])
  })

  it('that cannot be read stop no order', async () => {
    const { id } = await make('Broken', { hold: true })
    await make('Works', { addTags: ['fine'] })
    await sql`update order_rules set conditions = '[{"field": "moon"}]' where id = ${id}`.execute(ctx().db)
    const order = channelOrder()
    await take(order)
    expect(await read(order)).toMatchObject({ tags: ['fine'], held: false })
  })

  it('give nothing to somebody who has left, and say so', async () => {
    const kim = await colleague('Kim Packer')
    await make('To Kim', { assigneeId: kim, addTags: ['kim'] })
    await ctx().db.deleteFrom('members').where('userId', '=', kim).execute()
    expect((await rules())[0]).toMatchObject({ assignee: { name: 'Kim Packer', gone: true } })
    const order = channelOrder()
    await take(order)
    expect(await read(order)).toMatchObject({ assigneeId: null, tags: ['kim'] })
    expect((await ruled(await idOf(order)))[0]?.details).toContain(
      'Kim Packer is no longer a member, so the order wasn’t assigned',
    )
  })
})

describe('writing rules', () => {
  it('a rule that does something else is off until it is switched on again; another name leaves it on', async () => {
    const { id } = await make('One', { hold: true })
    const [rule] = await rules()
    const update = (
      body: Partial<NonNullable<CallInput<typeof updateOrderRule>['body']>>,
      updatedAt = rule?.updatedAt ?? '',
    ) =>
      app().call(updateOrderRule, {
        params: { id },
        body: { name: 'One', conditions: [], actions: { ...nothing, hold: true }, ...body, updatedAt },
        as: as(),
      })
    const renamed = await update({ name: 'Two' })
    expect(renamed.body.data).toMatchObject({ name: 'Two', on: true })
    const changed = await update({ conditions: [abroad] }, renamed.body.data?.updatedAt)
    expect(changed.body.data).toMatchObject({ on: false, conditions: [abroad] })
    expect((await update({ name: 'Late' })).body).toMatchObject({ code: 'edit_conflict' })
    const late = { params: { id }, body: { on: true, updatedAt: rule?.updatedAt }, as: as() }
    expect((await app().call(switchOrderRule, late)).body).toMatchObject({ code: 'edit_conflict' })
  })

  it('says at the field what is wrong', async () => {
    const send = async (over: object) =>
      (
        await app().call(createOrderRule, {
          body: { name: 'One', conditions: [], actions: { ...nothing, hold: true }, ...over } as Given,
          as: as(),
        })
      ).body.fields
    expect(await send({ name: ' ' })).toHaveProperty('name')
    expect(await send({ actions: nothing })).toEqual({ actions: 'Choose what is done with the order.' })
    const stranger = (await makeUser(app().services)).id
    expect(await send({ actions: { ...nothing, assigneeId: stranger } })).toEqual({
      'actions.assigneeId': 'Choose a member of this organization.',
    })
    expect(await send({ conditions: [{ ...abroad, values: [] }] })).toEqual({
      'conditions.0.values': 'Choose a country.',
    })
    const many = Array.from({ length: 21 }, () => abroad)
    expect(await send({ conditions: many })).toEqual({ conditions: 'At most 20 conditions.' })
  })

  it('keeps at most fifty', async () => {
    const row = { conditions: '[]', actions: JSON.stringify({ ...nothing, hold: true }), updatedAt: new Date(0) }
    const { organizationId } = ctx()
    await ctx()
      .db.insertInto('orderRules')
      .values(Array.from({ length: MOST_RULES }, (_, at) => ({ ...row, organizationId, place: at, name: `${at}` })))
      .execute()
    const { body } = await app().call(createOrderRule, {
      body: { name: 'One more', conditions: [], actions: { ...nothing, hold: true } },
      as: as(),
    })
    expect(body.fields).toEqual({ name: 'There are 50 rules already. Delete one first.' })
    const [first] = await rules()
    await app().call(deleteOrderRule, { params: { id: first?.id ?? 0 }, as: as() })
    expect(await rules()).toHaveLength(MOST_RULES - 1)
  })

  it('tries a rule on the latest orders and changes none', async () => {
    await make('Tags', { addTags: ['dear'] }, [{ field: 'total', compare: 'above', amount: 50, currency: 'USD' }])
    const dear = [1, 2, 3].map((n) =>
      channelOrder({ totalAmount: 6000 + n, orderDate: new Date(Date.now() - n * 1000) }),
    )
    const cheap = channelOrder({ totalAmount: 100 })
    await take(...dear, cheap)
    await app().call(handleOrders, { body: { orderIds: [await idOf(dear[0] ?? cheap)], hold: true }, as: as() })
    const tried = {
      conditions: [{ field: 'tag', not: false, values: ['dear'] }],
      actions: { ...nothing, hold: true },
    } as const
    const ask = async (query: { offset: number; limit: number }, id?: number) =>
      (await app().call(tryOrderRule, { query, body: { id, ...tried } as never, as: as() })).body.data
    expect(await ask({ offset: 0, limit: 2 })).toMatchObject({
      looked: 4,
      items: 3,
      data: [
        { externalOrderId: dear[0]?.externalOrderId, totalAmount: 60.01, changes: [] },
        { externalOrderId: dear[1]?.externalOrderId, changes: ['Put on hold'] },
      ],
    })
    expect((await ask({ offset: 2, limit: 2 }))?.data).toMatchObject([{ externalOrderId: dear[2]?.externalOrderId }])
    expect(await read(dear[1] ?? cheap)).toMatchObject({ held: false })
    // Before the one that tags, nothing has the tag.
    const [tags] = await rules()
    expect(await ask({ offset: 0, limit: 2 }, tags?.id)).toMatchObject({ items: 0, data: [] })
    expect(TRIED_ORDERS).toBeGreaterThanOrEqual(4)
  })
})

describe('handling orders by hand', () => {
  it('holds, assigns and tags many at once, and finds them again', async () => {
    const orders = [channelOrder(), channelOrder(), channelOrder()]
    await take(...orders)
    const [a = 0, b = 0] = await Promise.all(orders.map(idOf))
    const me = ctx().userId ?? 0
    const body = { orderIds: [b, a], hold: true, assigneeId: me, addTags: ['rush'] }
    expect((await app().call(handleOrders, { body, as: as() })).body.data).toEqual({ changed: 2 })
    expect((await app().call(handleOrders, { body, as: as() })).body.data).toEqual({ changed: 0 })
    const two = orders.slice(0, 2).map(({ externalOrderId }) => externalOrderId)
    for (const query of [
      { held: 'true' as const },
      { assignees: 'me' },
      { assignees: String(me) },
      { tags: ['rush', 'x'] },
    ])
      expect((await list(query)).toSorted(), JSON.stringify(query)).toEqual(two.toSorted())
    expect(await list({ assignees: ['nobody'] })).toEqual([orders[2]?.externalOrderId])
    expect((await app().call(orderTags, { as: as() })).body.data).toEqual(['rush'])
    await app().call(handleOrders, { body: { orderIds: [a], hold: false, removeTags: ['rush'] }, as: as() })
    expect(await list({ held: 'true' })).toEqual([orders[1]?.externalOrderId])
    expect((await history(a)).slice(0, 2)).toMatchObject([
      { what: 'Hold released', details: ['Tag removed: rush'] },
      { what: 'Put on hold', details: [expect.stringContaining('Assigned to'), 'Tagged rush'] },
    ])
  })

  it('takes all or none', async () => {
    const order = channelOrder()
    await take(order)
    const id = await idOf(order)
    const answer = await app().call(handleOrders, { body: { orderIds: [id, 999_999], hold: true }, as: as() })
    expect(answer.body).toMatchObject({ code: 'not_found' })
    const nobody = await app().call(handleOrders, { body: { orderIds: [id], assigneeId: 999_999 }, as: as() })
    expect(nobody.body.fields).toHaveProperty('assigneeId')
    expect(await read(order)).toMatchObject({ held: false, assigneeId: null })
  })

  it('packs and ships nothing that is held, until it is released', async () => {
    const { sku } = await product()
    const { body } = await app().call(createOrder, { body: { order: { source: 'Phone', items: [{ sku }] } }, as: as() })
    const orderId = body.data?.id ?? 0
    await app().call(handleOrders, { body: { orderIds: [orderId], hold: true }, as: as() })
    const [toPack] = (await app().call(ordersToPack, { query: { ids: [String(orderId)] }, as: as() })).body.data ?? []
    expect(toPack).toMatchObject({ held: true })
    const piece = { orderId, itemId: toPack?.lines[0]?.id ?? 0, by: 1 }
    const conflict = { code: 'packing_conflict', message: 'This order is on hold. Release the hold first.' }
    expect((await app().call(packPieces, { body: piece, as: as() })).body).toMatchObject(conflict)
    const ship = { orderId, channel: 'manual', action: 'ship' } as const
    expect((await app().call(updateShipping, { body: ship, as: as() })).body).toMatchObject(conflict)
    await app().call(handleOrders, { body: { orderIds: [orderId], hold: false }, as: as() })
    expect((await app().call(packPieces, { body: piece, as: as() })).body.data?.lines[0]?.packed).toBe(1)
    expect((await app().call(updateShipping, { body: ship, as: as() })).body.data).toMatchObject({ state: 'shipped' })
  })
})
