import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import * as contract from '#contract/changes/changes.ts'
import { deleteProduct, getProduct, updateProduct } from '#contract/products/products.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { changesShop } from '../../testing/shop/changes.ts'
import { makeListing } from '../../testing/shop/listed.ts'
import { levelsOf, takeForOrder } from '../stock/service.ts'
import { startBackground } from '../background.ts'
import { purgeChangesJob, sweepChanges } from './jobs.ts'
import { runChanges } from './run.ts'
import { KEPT_MS } from './service.ts'

const { app, seller, templateId, as, product, make, some, save, set, run, items, began, undo, dearer } = changesShop()

describe('deleting many', () => {
  const removeMany = (selection: object) =>
    app().call(contract.deleteProducts, { ...as(), body: { selection } as never })
  it('deletes what is live nowhere and promised to nobody, and brings it back whole', async () => {
    const [a, b] = await some(2, { price: 1000, quantity: 7 })
    const id = a ?? 0
    await save([
      {
        id,
        tags: 'x',
        attributes: [
          { name: 'Size', value: 'L' },
          { name: 'Own', value: '1' },
        ],
        notes: 'n',
      },
    ])
    await app().call(updateProduct, {
      ...as(),
      body: {
        product: {
          id,
          variations: [
            { name: 'S', sku: `${id}-S`, quantity: 4, price: 3 },
            { name: 'M', sku: `${id}-M` },
          ],
        },
      } as never,
    })
    const promised = (await levelsOf(seller().ctx, [b ?? 0]))[0]
    await takeForOrder(seller().ctx, {
      orderId: 77,
      source: 'manual',
      lines: [{ key: '1', sku: promised?.sku ?? '', quantity: 1 }],
    })
    const before = await product(id)
    const job = (await removeMany({ ids: [a, b] })).body.data
    const done = await run(job?.id ?? 0)
    expect(done).toMatchObject({ kind: 'delete', state: 'done', changed: 1, failed: 1 })
    expect((await items(done.id, 'failed'))?.data).toMatchObject([
      { productId: b, error: 'This product is in open orders. Ship or cancel them first.' },
    ])
    expect((await items(done.id, 'changed'))?.data[0]?.changes).toEqual(
      expect.arrayContaining([{ field: 'sku', before: before.sku, after: '' }]),
    )
    expect((await app().call(getProduct, { ...as(), params: { id } })).status).toBe(404)
    const undone = (await undo(done.id)).body.data
    expect(undone).toMatchObject({ changed: 1, failed: 0 })
    const ids = new Set(before.variations.map((v) => v.id))
    const back = await product(id)
    expect({ ...back, variations: back.variations.map((v) => ({ ...v, id: 0 })) }).toEqual({
      ...before,
      variations: before.variations.map((v) => ({ ...v, id: 0 })),
      version: before.version + 1,
      updatedAt: expect.any(String),
    })
    expect(back.variations.every((v) => !ids.has(v.id))).toBe(true)
    const again = (await undo(undone?.id ?? 0)).body.data
    expect(again).toMatchObject({ kind: 'undo', changed: 1 })
    expect((await app().call(getProduct, { ...as(), params: { id } })).status).toBe(404)
  })
  it('does not take a SKU away from who has it now', async () => {
    const deleted = await make({ sku: 'REUSED-1' })
    const done = await run((await removeMany({ ids: [deleted.id] })).body.data?.id ?? 0)
    await make({ sku: 'REUSED-1' })
    const undone = (await undo(done.id)).body.data
    expect(undone).toMatchObject({ changed: 0, failed: 1 })
    expect((await items(undone?.id ?? 0))?.data).toMatchObject([
      { sku: 'REUSED-1', error: 'A product with this SKU already exists.' },
    ])
  })
  it('brings a draft of a listing back', async () => {
    const { id } = await make()
    const { db } = seller().ctx
    await makeListing(
      seller().ctx,
      { productId: id, templateId: templateId() },
      { schemaOverrides: '{"title":"Mine"}', list: true },
    )
    const done = await run((await removeMany({ ids: [id] })).body.data?.id ?? 0)
    await undo(done.id)
    expect(
      await db
        .selectFrom('listingProducts')
        .select(['schemaOverrides', 'list', 'status'])
        .where('productId', '=', id)
        .execute(),
    ).toEqual([{ schemaOverrides: { title: 'Mine' }, list: true, status: 'draft' }])
  })
  it.each([
    ['its schema', {}, 'used', 'used'],
    ['its schema, as an older version kept it', { listing_template_id: 9 }, 'used', 'used'],
    ['none, as an older version kept it', { listing_template_id: null, selected_schema_id: '' }, 'used', null],
    ['none where its schema is gone', {}, 'other', null],
  ])('brings a listing back with %s', async (_, older, left, expected) => {
    const { id } = await make()
    const { ctx } = seller()
    const at = { organizationId: ctx.organizationId, templateId: templateId() }
    await makeListing(ctx, { productId: id, templateId: templateId() }, {})
    const { integrationId } = await ctx.db
      .selectFrom('listingProducts')
      .select('integrationId')
      .where('productId', '=', id)
      .executeTakeFirstOrThrow()
    const template = { ...at, integrationId }
    await ctx.db
      .insertInto('listingTemplates')
      .values({ ...template, channel: 'ebay' })
      .onConflict((c) => c.doNothing())
      .execute()
    await ctx.db.deleteFrom('listingSchemas').where('organizationId', '=', ctx.organizationId).execute()
    const schemas = ['used', 'other'].map((name, position) => ({
      ...template,
      id: name,
      position,
      name,
      fields: '{}',
    }))
    await ctx.db.insertInto('listingSchemas').values(schemas).execute()
    await ctx.db.updateTable('listingProducts').set({ selectedSchemaId: 'used' }).where('productId', '=', id).execute()
    const done = await run((await removeMany({ ids: [id] })).body.data?.id ?? 0)
    await sql`
      update change_set_items set before = jsonb_set(before, '{listings,0}', before #> '{listings,0}' || ${JSON.stringify(older)}::jsonb)
      where change_set_id = ${done.id}`.execute(ctx.db)
    if (left === 'other') await ctx.db.deleteFrom('listingSchemas').where('id', '=', 'used').execute()
    expect((await undo(done.id)).body.data).toMatchObject({ changed: 1, failed: 0 })
    expect(
      await ctx.db.selectFrom('listingProducts').select('selectedSchemaId').where('productId', '=', id).execute(),
    ).toEqual([{ selectedSchemaId: expected }])
  })
  it('asks for a Manager', async () => {
    const member = await makeUser(app().services)
    await makeMember(app().services, seller().organization.id, member.id, 4)
    const theirs = await makeSession(app().services, member.id, seller().organization.id)
    expect((await app().call(contract.deleteProducts, { as: theirs, body: { selection: { ids: [1] } } })).status).toBe(
      403,
    )
  })
})

describe('undo', () => {
  it('leaves alone what somebody changed since, with a sentence, and puts pieces back by the difference', async () => {
    const [a, b, c] = await some(3, { price: 1000, quantity: 10 })
    const job = await run(
      (await began({ ids: [a, b, c] }, [dearer, { field: 'quantity', action: 'set', value: '4' }])).id,
    )
    await save([
      { id: a, price: 3 },
      { id: b, notes: 'newer' },
    ])
    const sku = (await product(b ?? 0)).sku
    await takeForOrder(seller().ctx, { orderId: 78, source: 'manual', lines: [{ key: '1', sku, quantity: 3 }] })
    const undone = (await undo(job.id)).body.data
    expect(undone).toMatchObject({ changed: 2, failed: 1 })
    expect((await items(undone?.id ?? 0, 'failed'))?.data).toMatchObject([
      { productId: a, error: 'Price was changed since.' },
    ])
    expect(await product(a ?? 0)).toMatchObject({ price: 3, quantity: 4 })
    // 10 counted as 4, of which 3 were sold: 7 are left.
    expect(await product(b ?? 0)).toMatchObject({ price: 10, quantity: 7, reservedQuantity: 3, notes: 'newer' })
    expect(await product(c ?? 0)).toMatchObject({ price: 10, quantity: 10 })
  })
  it('takes product safety that a bulk edit added off products whose template has no such attribute', async () => {
    const ids = await some(2)
    const before = (await product(ids[0] ?? 0)).attributes
    const job = await began({ ids }, [{ field: 'attr.Manufacturer', action: 'set', value: 'Acme' }])
    expect(await run(job.id)).toMatchObject({ changed: 2, failed: 0 })
    expect((await product(ids[0] ?? 0)).attributes).toMatchObject([
      ...before.map(({ name }) => ({ name })),
      { name: 'Manufacturer', value: 'Acme' },
    ])
    const undoing = await undo(job.id)
    await run(undoing.body.data?.id ?? 0)
    expect((await product(ids[0] ?? 0)).attributes).toEqual(before)
  })
  it('is done once, can itself be undone, and not after 30 days', async () => {
    const [id = 0] = await some(1, { price: 1000 })
    const job = await run((await began({ ids: [id] }, [dearer])).id)
    expect(job.undoUntil).toBe(new Date(new Date(job.createdAt).getTime() + KEPT_MS).toISOString())
    const undone = (await undo(job.id)).body.data
    expect((await undo(job.id)).body).toMatchObject({ code: 'cannot_undo', message: 'This was undone already.' })
    expect((await set(job.id)).undoneBy).toBe(undone?.id)
    expect((await undo(undone?.id ?? 0)).body.data).toMatchObject({ changed: 1 })
    expect((await product(id)).price).toBe(11)
    const old = await run((await began({ ids: [id] }, [dearer])).id)
    await seller()
      .ctx.db.updateTable('changeSets')
      .set({ createdAt: new Date(Date.now() - KEPT_MS - 1000) })
      .where('id', '=', old.id)
      .execute()
    expect((await undo(old.id)).body.message).toBe('You can only undo changes from the last 30 days.')
    await purgeChangesJob(app().services, { organizationId: seller().organization.id })
    expect((await app().call(contract.getChangeSet, { ...as(), params: { id: old.id } })).status).toBe(404)
    expect((await set(job.id)).id).toBe(job.id)
  })
  it('that put nothing back may be asked for again', async () => {
    const [id = 0] = await some(1, { price: 1000 })
    const job = await run((await began({ ids: [id] }, [dearer])).id)
    await save([{ id, price: 3 }])
    expect((await undo(job.id)).body.data).toMatchObject({ changed: 0, failed: 1 })
    expect(await set(job.id)).toMatchObject({ undoneBy: null, undoUntil: job.undoUntil })
    await save([{ id, price: 11 }])
    expect((await undo(job.id)).body.data).toMatchObject({ changed: 1, failed: 0 })
    expect((await product(id)).price).toBe(10)
    expect((await undo(job.id)).body.message).toBe('This was undone already.')
  })
  it('of a product that is gone says so', async () => {
    const [id = 0] = await some(1, { price: 1000 })
    const job = await run((await began({ ids: [id] }, [dearer])).id)
    await app().call(deleteProduct, { ...as(), params: { id } })
    const undone = (await undo(job.id)).body.data
    expect((await items(undone?.id ?? 0))?.data).toMatchObject([
      { state: 'failed', error: 'Not found, or not in your organization.' },
    ])
  })
  it('waits for what is still at work', async () => {
    const job = await began({ ids: await some(1) }, [dearer])
    expect((await undo(job.id)).body.message).toBe('Still running. Wait until it’s done, or stop it.')
  })
})

describe('change sets', () => {
  it('stand in the history, newest first', async () => {
    const page = (await app().call(contract.listChangeSets, { ...as(), query: { limit: 2 } })).body.data
    expect(page?.data).toHaveLength(2)
    expect((page?.data[0]?.id ?? 0) > (page?.data[1]?.id ?? 0)).toBe(true)
    expect(page?.items).toBeGreaterThan(10)
  })
  it("ORG-003 do nothing to a neighbour's products", async () => {
    const { id } = await make({ price: 1000 })
    const neighbour = await makeSeller(app().services)
    const call = { as: neighbour.as }
    expect(
      (await app().call(contract.updateProducts, { ...call, body: { products: [{ id, price: 1 }] } })).body.data,
    ).toMatchObject({ saved: [], failed: [{ id, code: 'not_found' }] })
    expect(
      (await app().call(contract.applyTags, { ...call, body: { productIds: [id], addTags: ['x'] } })).body.data,
    ).toMatchObject({ changed: 0, failed: 1 })
    expect(
      (
        await app().call(contract.previewBulkEdit, {
          ...call,
          body: { selection: { ids: [id] }, edits: [dearer] } as never,
        })
      ).body.data,
    ).toMatchObject({ total: 0, changing: 0 })
    for (const endpoint of [contract.bulkEdit, contract.deleteProducts]) {
      const job = (
        await app().call(endpoint, { ...call, body: { selection: { ids: [id] }, edits: [dearer] } as never })
      ).body.data
      await runChanges(app().services, { organizationId: neighbour.organization.id, changeSetId: job?.id ?? 0 })
      expect(
        (await app().call(contract.getChangeSet, { ...call, params: { id: job?.id ?? 0 } })).body.data,
      ).toMatchObject({ changed: 0, failed: 1 })
    }
    expect(await product(id)).toMatchObject({ price: 10, version: 1 })
  })
  it('left lying by a worker that died are woken', async () => {
    const ids = await some(1, { price: 1000 })
    const job = await began({ ids }, [dearer])
    const queued = async () =>
      (await app().services.queue.boss.findJobs('changes.run', { data: { changeSetId: job.id } })).length
    await app().services.queue.boss.deleteAllJobs('changes.run')
    await seller()
      .ctx.db.updateTable('changeSets')
      .set({ touchedAt: new Date(Date.now() - 3_600_000) })
      .where('id', '=', job.id)
      .execute()
    await sweepChanges(app().services)
    expect(await queued()).toBe(1)
  })
  it('are done by a worker while somebody looks on', async () => {
    const ids = await some(3, { price: 1000 })
    const job = await began({ ids }, [dearer])
    const background = await startBackground(app().services)
    await expect.poll(async () => (await set(job.id)).state, { timeout: 20_000 }).toBe('done')
    await background.stop()
    expect((await product(ids[0] ?? 0)).price).toBe(11)
  })
})
