import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import * as contract from '#contract/changes/changes.ts'
import { makeProduct, makeTemplate } from '#seed/make.ts'
import { changesShop } from '../../testing/shop/changes.ts'
import { makeListing } from '../../testing/shop/listed.ts'

const { app, seller, templateId, as, product, make, some, save, run, items, bulk, began, preview, undo, dearer } =
  changesShop()

describe('bulk edit', () => {
  it('INV-078 INV-208 INV-212 INV-214 changes all that a selection means, as a job; a preview says so before', async () => {
    const ids = await some(4, { price: 1995 })
    await save([{ id: ids[3], price: 0 }])
    const edits = [
      dearer,
      { field: 'price', action: 'round', to: 1, less: 0.05 },
      { field: 'tags', action: 'append', text: 'dear' },
    ]
    expect(await preview({ ids }, edits)).toMatchObject({
      total: 4,
      changing: 3,
      failing: 1,
      capped: false,
      examples: ids.slice(0, 3).map((productId) => ({
        productId,
        state: 'changed',
        changes: [
          { field: 'price', before: '19.95', after: '21.95' },
          { field: 'tags', before: '', after: 'dear' },
        ],
      })),
      problems: [
        {
          productId: ids[3],
          state: 'failed',
          error: 'Price would go below 0.',
          fields: { price: 'Price would go below 0.' },
        },
      ],
    })
    expect((await product(ids[0] ?? 0)).price).toBe(19.95)
    const job = await began({ ids }, edits)
    expect(job).toMatchObject({ kind: 'bulk', title: 'Bulk edit Price, Tags', state: 'waiting', total: 4 })
    expect(await run(job.id)).toMatchObject({ state: 'done', done: 4, changed: 3, failed: 1 })
    expect(await Promise.all(ids.map(async (id) => (await product(id)).price))).toEqual([21.95, 21.95, 21.95, 0])
  })
  it('a preview counts the prices that may not be meant, and names the worst', async () => {
    const ids = await some(3, { price: 2000 })
    await save(ids.map((id, at) => ({ id, cost: at === 1 ? 2 : 15 })))
    const halved = [{ field: 'price', action: 'multiply', factor: 0.5 }]
    const [first, , third] = await Promise.all(ids.map(async (id) => (await product(id)).sku))
    expect((await preview({ ids }, halved))?.doubts).toMatchObject({
      items: 2,
      worst: [first, third].map((sku) => ({
        sku,
        sentence: `$10.00 is below the cost of ${sku} ($15.00).`,
      })),
    })
    const nothing = await preview({ ids }, [{ field: 'price', action: 'set', value: '0' }])
    expect(nothing?.doubts.items).toBe(3)
    expect((await preview({ ids }, [{ field: 'tags', action: 'append', text: 'x' }]))?.doubts).toEqual({
      items: 0,
      worst: [],
    })
  })
  it('INV-209 INV-210 INV-213 without products or fields is refused with a sentence', async () => {
    expect((await bulk({ ids: [] }, [dearer])).body.message).toContain('Select products first.')
    expect((await bulk({ ids: [1] }, [])).body.message).toContain('Add at least one field to edit.')
    expect((await bulk({ filter: { skus: ['nothing bears this SKU'] } }, [dearer])).body.message).toBe(
      'No products match anymore. Change the filters, or select products.',
    )
  })
  it('INV-211 one field is enough, and one of those offered', async () => {
    expect((await bulk({ ids: [1] }, [{ field: 'sku', action: 'set', value: 'x' }])).body.code).toBe('invalid_input')
  })
  it('all that a filter finds, but some; what is made to match later is left alone', async () => {
    const ids = await some(3)
    await save(ids.map((id) => ({ id, tags: 'filtered' })))
    const job = await began({ filter: { hasTags: ['filtered'] }, except: [ids[1]] }, [
      { field: 'notes', action: 'set', value: 'done' },
    ])
    const late = await make()
    await save([{ id: late.id, tags: 'filtered' }])
    expect(await run(job.id)).toMatchObject({ total: 2, changed: 2 })
    expect(await Promise.all([...ids, late.id].map(async (id) => (await product(id)).notes))).toEqual([
      'done',
      '',
      'done',
      '',
    ])
  })
  it('INV-226 INV-227 a product without the attribute is refused: "No attribute"', async () => {
    const other = await makeTemplate(seller().ctx)
    const [with_, without] = [await make(), await makeProduct(seller().ctx, other.id)]
    const edits = [{ field: 'attr.colour', action: 'set', value: 'Red' }]
    expect(await preview({ ids: [with_.id, without.id] }, edits)).toMatchObject({
      changing: 1,
      failing: 1,
      problems: [{ productId: without.id, fields: { 'attr.colour': 'No attribute' } }],
    })
    const job = await run((await began({ ids: [with_.id, without.id] }, edits)).id)
    expect(job).toMatchObject({ changed: 1, failed: 1 })
    expect((await items(job.id, 'failed'))?.data).toMatchObject([{ productId: without.id, error: 'No attribute' }])
    expect((await product(with_.id)).attributes).toMatchObject([{ name: 'Colour', value: 'Red' }])
  })
  it('is computed on what the product is then, not on what the preview saw', async () => {
    const { id } = await make({ price: 1000 })
    const job = await began({ ids: [id] }, [dearer])
    await save([{ id, price: 20 }])
    await run(job.id)
    expect((await product(id)).price).toBe(22)
  })
  it('run again, or by two at once, does nothing twice', async () => {
    const ids = await some(30, { price: 1000, quantity: 10 })
    const job = await began({ ids }, [dearer, { field: 'quantity', action: 'add', amount: 5 }])
    await Promise.all([run(job.id), run(job.id), run(job.id)])
    expect(await run(job.id)).toMatchObject({ state: 'done', total: 30, done: 30, changed: 30 })
    for (const id of ids) expect(await product(id)).toMatchObject({ price: 11, quantity: 15, version: 2 })
  })
  it('of which the database refuses one product goes on with the others', async () => {
    const { system } = app().services.database
    const ids = await some(4, { title: 'fine' })
    ids.splice(2, 0, (await make({ title: 'pois' })).id)
    await sql`alter table products add constraint no_poison check (title <> 'poison')`.execute(system)
    const job = await run((await began({ ids }, [{ field: 'title', action: 'append', text: 'on' }])).id)
    await sql`alter table products drop constraint no_poison`.execute(system)
    expect(job).toMatchObject({ state: 'done', changed: 4, failed: 1 })
    expect((await items(job.id, 'failed'))?.data).toMatchObject([
      { productId: ids[2], error: 'Something went wrong on our side. This product was left as it was.' },
    ])
    expect(await Promise.all(ids.map(async (id) => (await product(id)).title))).toEqual([
      'fineon',
      'fineon',
      'pois',
      'fineon',
      'fineon',
    ])
  })
  it('is cancelled between two chunks; what it did stays and is undone as one', async () => {
    const ids = await some(2, { price: 1000 })
    const job = await began({ ids }, [dearer])
    expect(
      (await app().call(contract.cancelChangeSet, { ...as(), params: { id: job.id }, body: {} })).body.success,
    ).toBe(true)
    expect(await run(job.id)).toMatchObject({ state: 'cancelled', changed: 0 })
    expect((await product(ids[0] ?? 0)).price).toBe(10)
    expect((await undo(job.id)).body).toMatchObject({ code: 'cannot_undo', message: 'This changed nothing.' })
  })
  it('owes live listings what changed, in one note each', async () => {
    const { id } = await make()
    const { db } = seller().ctx
    await makeListing(
      seller().ctx,
      { productId: id, templateId: templateId() },
      { sync: true, status: 'listed', externalId: 'e-1' },
    )
    const pending = async () =>
      (
        await db
          .selectFrom('listingDebts as d')
          .innerJoin('listingProducts as l', 'l.id', 'd.listingId')
          .select('d.pending')
          .where('l.productId', '=', id)
          .executeTakeFirstOrThrow()
      ).pending
    await run((await began({ ids: [id] }, [{ field: 'notes', action: 'set', value: 'ours' }])).id)
    expect(await pending()).toBeNull()
    await run((await began({ ids: [id] }, [{ field: 'quantity', action: 'add', amount: 1 }])).id)
    expect(await pending()).toBe('quantity')
    await run((await began({ ids: [id] }, [dearer])).id)
    expect(await pending()).toBe('revise')
  })
})
