import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/changes/changes.ts'
import { listProducts } from '#contract/products/products.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { undoNow } from '../../testing/shop/changes.ts'
import * as products from '../products/service.ts'
import { purgeChangesJob } from './jobs.ts'
import { runChanges } from './run.ts'
import { KEPT_MS } from './service.ts'
import * as changes from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

async function shop() {
  const seller = await makeSeller(app.services)
  const { ctx, organization } = seller
  const templateId = (await makeTemplate(ctx)).id
  const member = async (roleId: number) => {
    const user = await makeUser(app.services)
    await makeMember(app.services, organization.id, user.id, roleId)
    return makeSession(app.services, user.id, organization.id)
  }
  const run = async (id: number) => {
    await runChanges(app.services, { organizationId: organization.id, changeSetId: id })
    return changes.get(ctx, id)
  }
  const left = async () =>
    (
      await ctx.db
        .selectFrom('products')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  return { ...seller, templateId, member, run, left, make: (product = {}) => makeProduct(ctx, templateId, product) }
}

describe('undo', () => {
  it('of a change whose notes are gone deletes nothing', async () => {
    const { ctx, make, run, left } = await shop()
    const { id: productId } = await make()
    const { id } = await changes.bulkEdit(ctx, {
      selection: { ids: [productId] },
      edits: [{ field: 'title', action: 'set', value: 'New' }],
    })
    await run(id)
    await ctx.db.updateTable('changeSets').set({ changed: 1000 }).where('id', '=', id).execute()
    const undoing = await undoNow(ctx, id)
    await sql`update change_sets set collected = true where id = ${undoing.id}`.execute(ctx.db)
    await sql`insert into change_set_items (organization_id, change_set_id, n, product_id) values (${ctx.organizationId}, ${undoing.id}, 1, ${productId})`.execute(
      ctx.db,
    )
    await sql`update change_sets set total = 1, taken = 2 where id = ${undoing.id}`.execute(ctx.db)
    await sql`delete from change_set_items where change_set_id = ${id}`.execute(ctx.db)
    expect(await run(undoing.id)).toMatchObject({ state: 'done', failed: 1, changed: 0 })
    expect(await left()).toBe(1)
  })

  it('keeps what it needs, though that is too old meanwhile', async () => {
    const { ctx, make, run, organization } = await shop()
    const { id } = await changes.bulkEdit(ctx, {
      selection: { ids: [(await make({ title: 'Before' })).id] },
      edits: [{ field: 'title', action: 'set', value: 'After' }],
    })
    await run(id)
    const undoing = await undoNow(ctx, id)
    const old = new Date(app.services.clock.now().getTime() - KEPT_MS - 1000)
    await ctx.db.updateTable('changeSets').set({ createdAt: old }).where('id', '=', id).execute()
    const stored = async (state: 'running' | 'done') => {
      await ctx.db.updateTable('changeSets').set({ state }).where('id', '=', undoing.id).execute()
      await purgeChangesJob(app.services, { organizationId: organization.id })
      return (await ctx.db.selectFrom('changeSetItems').select('n').where('changeSetId', '=', id).execute()).length
    }
    expect(await stored('running')).toBe(1)
    expect(await stored('done')).toBe(0)
  })

  it('that was cancelled may be asked for again, and puts the rest back, each product once', async () => {
    const { ctx, make, run } = await shop()
    const ids = [(await make({ quantity: 10 })).id, (await make({ quantity: 10 })).id]
    const { id } = await changes.bulkEdit(ctx, {
      selection: { ids },
      edits: [{ field: 'quantity', action: 'add', amount: 3 }],
    })
    await run(id)
    const quantities = async () =>
      (
        await ctx.db.selectFrom('stockLevels').select('available').where('productId', 'in', ids).orderBy('id').execute()
      ).map((l) => l.available)
    const second = (state: string) =>
      sql`update change_set_items set state = ${state} where organization_id = ${ctx.organizationId} and change_set_id = ${id} and n = 2`.execute(
        ctx.db,
      )
    await second('waiting')
    const undoing = await undoNow(ctx, id)
    expect(await quantities()).toEqual([10, 13])
    await second('changed')
    await ctx.db
      .updateTable('changeSets')
      .set({ state: 'running', finishedAt: null })
      .where('id', '=', undoing.id)
      .execute()
    await changes.cancel(ctx, undoing.id)
    expect(await undoNow(ctx, id)).toMatchObject({ state: 'done', total: 1, changed: 1, failed: 0 })
    expect(await quantities()).toEqual([10, 10])
    await expect(undoNow(ctx, id)).rejects.toMatchObject({ code: 'cannot_undo' })
  })

  it('of a deletion or an import needs the right to do it', async () => {
    const { ctx, make, run, member } = await shop()
    const { id: productId } = await make()
    const { id } = await changes.deleteMany(ctx, { ids: [productId] })
    await run(id)
    const as = await member(4)
    expect((await app.call(contract.getChangeSet, { as, params: { id } })).body.data).toMatchObject({
      changed: 1,
      undoUntil: null,
    })
    expect((await app.call(contract.undoChangeSet, { as, params: { id }, body: {} })).body.code).toBe('forbidden')
    expect((await changes.get(ctx, id)).undoUntil).not.toBeNull()
    const undoing = await undoNow(ctx, id)
    expect((await app.call(contract.undoChangeSet, { as, params: { id: undoing.id }, body: {} })).body.code).toBe(
      'forbidden',
    )
  })
})

describe('saving rows', () => {
  it('moves no listings of a product that is refused', async () => {
    const { ctx, as, make, templateId } = await shop()
    const other = (await makeTemplate(ctx)).id
    const { id } = await make()
    await make({ sku: 'TAKEN' })
    const { id: integrationId } = await ctx.db
      .insertInto('integrations')
      .values({ organizationId: ctx.organizationId, channel: 'ebay', settings: '{}', tokens: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('listingProducts')
      .values({
        organizationId: ctx.organizationId,
        productId: id,
        templateId,
        channel: 'ebay',
        integrationId,
        schemaOverrides: '{}',
        sync: true,
        status: 'draft',
        externalId: '',
      })
      .execute()
    const { body } = await app.call(contract.updateProducts, {
      as,
      body: { products: [{ id, templateId: other, sku: 'TAKEN' }] },
    })
    expect(body.data?.failed).toMatchObject([{ id, code: 'sku_taken' }])
    expect(
      await ctx.db.selectFrom('listingProducts').select('templateId').where('productId', '=', id).executeTakeFirst(),
    ).toEqual({ templateId })
  })
})

describe('a hostile request', () => {
  it('replaces no text by one that is too long for memory', async () => {
    const { ctx, as, templateId } = await shop()
    const [made] = await products.createMany(ctx, [{ templateId, sku: 'N', title: 'x', notes: 'a'.repeat(100_000) }])
    const id = made?.state === 'created' ? made.id : 0
    const { body } = await app.call(contract.previewBulkEdit, {
      as,
      body: {
        selection: { ids: [id] },
        edits: [{ field: 'notes', action: 'replace', find: 'a', with: 'b'.repeat(10_000) }],
      },
    })
    expect(body.data).toMatchObject({ changing: 0, failing: 1 })
  })

  it('deletes nothing by a filter that it misspells', async () => {
    const { as, make, left } = await shop()
    await make()
    const { status } = await app.call(contract.deleteProducts, {
      as,
      body: { selection: { filter: { serach: ['x'] } as never, except: [] } },
    })
    expect(status).toBe(400)
    expect(await left()).toBe(1)
  })

  it('INV-037 asks for no more words than can be looked up', async () => {
    const { as, make } = await shop()
    await make({ title: 'Fjord mug' })
    const words = (n: number) =>
      Array.from({ length: n }, (_, at) => `fjord${String.fromCodePoint(97 + Math.floor(at / 26), 97 + (at % 26))}`)
    const find = (search: string[]) =>
      app.call(contract.previewBulkEdit, {
        as,
        body: {
          selection: { filter: { search }, except: [] },
          edits: [{ field: 'title', action: 'set', value: 'x' }],
        },
      })
    expect((await find(words(50))).body.data).toMatchObject({ changing: 0 })
    // A word that is said again is still one.
    expect((await find(Array.from({ length: 51 }, () => 'fjord'))).body.data).toMatchObject({ changing: 1 })
    expect((await find(words(51))).body).toMatchObject({
      code: 'invalid_input',
      fields: { search: 'At most 50 words.' },
    })
    expect((await app.call(listProducts, { as, query: { search: words(51) } })).status).toBe(400)
  })

  it('keeps no tag that is too long to be found by', async () => {
    const { as, make } = await shop()
    const { id } = await make()
    const noise = Array.from({ length: 501 }, (_, n) => String.fromCodePoint(0x4e00 + n * 37)).join('')
    const save = async (tag: string) =>
      (await app.call(contract.updateProducts, { as, body: { products: [{ id, tags: [tag] }] } })).body.data
    expect((await save(noise))?.failed).toMatchObject([
      { id, code: 'invalid_input', fields: { tags: 'Up to 500 characters each.' } },
    ])
    expect((await save(noise.slice(1)))?.saved).toMatchObject([{ id }])
  })
})
