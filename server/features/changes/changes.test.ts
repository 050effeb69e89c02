import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/changes.ts'
import { deleteProduct, getProduct, updateProduct } from '#contract/products.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { levelsOf, takeForOrder } from '../stock/service.ts'
import { startBackground } from '../background.ts'
import { purgeChangesJob, sweepChanges } from './jobs.ts'
import { runChanges } from './run.ts'
import { KEPT_MS } from './service.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let templateId: number
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  templateId = (await makeTemplate(seller.ctx, { attributes: [{ name: 'Colour' }, { name: 'Size' }] })).id
})
afterAll(() => app.stop())

const as = () => ({ as: seller.as })
const product = async (id: number) => {
  const { data } = (await app.call(getProduct, { ...as(), params: { id } })).body
  if (!data) throw new Error(`no product ${id}`)
  return data
}
const make = (given: Parameters<typeof makeProduct>[2] = {}) => makeProduct(seller.ctx, templateId, given)
const some = async (n: number, given: Parameters<typeof makeProduct>[2] = {}) => {
  const ids: number[] = []
  for (let i = 0; i < n; i += 1) ids.push((await make(given)).id)
  return ids
}
const save = async (products: object[]) => {
  const { status, body } = await app.call(contract.updateProducts, { ...as(), body: { products: products as never } })
  if (!body.data) throw new Error(`${status} ${body.message}`)
  return { ...body.data, message: body.message }
}
const set = async (id: number) => {
  const { data } = (await app.call(contract.getChangeSet, { ...as(), params: { id } })).body
  if (!data) throw new Error(`no change set ${id}`)
  return data
}
const run = async (id: number) => {
  await runChanges(app.services, { organizationId: seller.organization.id, changeSetId: id })
  return set(id)
}
const items = async (id: number, state?: 'failed' | 'changed' | 'unchanged') =>
  (await app.call(contract.listChangeItems, { ...as(), params: { id }, query: state ? { state } : {} })).body.data
const bulk = async (selection: object, edits: object[]) =>
  app.call(contract.bulkEdit, { ...as(), body: { selection, edits } as never })
const began = async (selection: object, edits: object[]) => {
  const { body } = await bulk(selection, edits)
  if (!body.data) throw new Error(body.message)
  return body.data
}
const preview = async (selection: object, edits: object[]) =>
  (await app.call(contract.previewBulkEdit, { ...as(), body: { selection, edits } as never })).body.data
const undo = async (id: number) => app.call(contract.undoChangeSet, { ...as(), params: { id }, body: {} })
const dearer = { field: 'price', action: 'multiply', factor: 1.1 }

describe('saving rows of the table', () => {
  it('INV-085 INV-087 INV-248 INV-249 saves each row, as one change set', async () => {
    const [a, b] = await some(2, { price: 1000 })
    const saved = await save([
      { id: a, price: 12.5, notes: 'n', tags: 'x,y' },
      {
        id: b,
        quantity: 3,
        active: false,
        attributes: [{ name: 'Colour', value: 'Red' }],
        sizeAndWeight: { weight: 2, weightUnit: 'kg' },
      },
    ])
    expect(saved).toMatchObject({
      message: 'Updated products.',
      saved: [
        { id: a, version: 2 },
        { id: b, version: 2 },
      ],
      failed: [],
    })
    expect(await product(a ?? 0)).toMatchObject({ price: 12.5, notes: 'n', tags: 'x,y', quantity: 10 })
    expect(await product(b ?? 0)).toMatchObject({
      quantity: 3,
      active: false,
      attributes: [{ name: 'Colour', value: 'Red' }],
      sizeAndWeight: { weight: 2, weightUnit: 'kg' },
    })
    expect(await set(saved.changeSetId ?? 0)).toMatchObject({
      kind: 'edit',
      state: 'done',
      total: 2,
      done: 2,
      changed: 2,
      failed: 0,
      userName: seller.user.name,
    })
    expect((await items(saved.changeSetId ?? 0))?.data[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'price', before: '10.00', after: '12.50' },
        { field: 'tags', before: '', after: 'x, y' },
      ]),
    )
  })
  it('INV-089 saves each column that is edited in place, and shows it in the history', async () => {
    const { id } = await make()
    const { changeSetId } = await save([
      {
        id,
        title: 'T',
        notes: 'N',
        tags: 'a',
        condition: 'Used',
        quantity: 3,
        sold: 2,
        cost: 1.5,
        price: 2.5,
        msrp: 3.5,
        vendor: 'V',
        location: 'L',
        warehouse: 'W',
        bin: 'B',
        active: false,
        attributes: [{ name: 'Size', value: 'XL' }],
        sizeAndWeight: { weight: 1, weightUnit: 'g', width: 2, length: 3, height: 4, sizeUnit: 'cm' },
      },
    ])
    const after = Object.fromEntries(
      (await items(changeSetId ?? 0))?.data[0]?.changes.map((c) => [c.field, c.after]) ?? [],
    )
    expect(after).toEqual({
      title: 'T',
      notes: 'N',
      tags: 'a',
      condition: 'Used',
      quantity: '3',
      sold: '2',
      cost: '1.50',
      price: '2.50',
      msrp: '3.50',
      vendor: 'V',
      location: 'L',
      warehouse: 'W',
      bin: 'B',
      active: 'no',
      'attr.Size': 'XL',
      weight: '1',
      weightUnit: 'g',
      width: '2',
      length: '3',
      height: '4',
      sizeUnit: 'cm',
    })
    expect(Object.keys(after).toSorted()).toEqual([...contract.editableFields, 'attr.Size'].toSorted())
  })
  it('a product that is in the list twice is saved once, and the second row refused', async () => {
    const { id } = await make()
    expect(
      await save([
        { id, title: 'One' },
        { id, title: 'Two' },
      ]),
    ).toMatchObject({
      saved: [{ id, version: 2 }],
      failed: [{ id, code: 'invalid_input', message: 'This product is in the list twice.' }],
    })
  })
  it('INV-088 a row that is refused does not hold up the others, and names its fields', async () => {
    const [a, b] = [await make({ sku: 'TAKEN-1' }), await make()]
    const { saved, failed } = await save([
      { id: a.id, title: 'Kept' },
      { id: b.id, sku: 'TAKEN-1', title: 'Lost' },
      { id: 999_999_999, title: 'Nobody' },
    ])
    expect(saved).toEqual([{ id: a.id, version: 2 }])
    expect(failed).toEqual([
      {
        id: b.id,
        code: 'sku_taken',
        message: 'A product with this SKU already exists.',
        fields: { sku: 'A product with this SKU already exists.' },
      },
      {
        id: 999_999_999,
        code: 'not_found',
        message: 'This does not exist, or it is not in your organization.',
        fields: {},
      },
    ])
    expect((await product(b.id)).title).not.toBe('Lost')
  })
  it('INV-084 whoever saves over a newer version is told who changed what', async () => {
    const { id } = await make()
    const colleague = await makeUser(app.services, { name: 'Sam Osei' })
    await makeMember(app.services, seller.organization.id, colleague.id, 4)
    const theirs = await makeSession(app.services, colleague.id, seller.organization.id)
    await app.call(updateProduct, { as: theirs, body: { product: { id, price: 7, bin: 'B-1' } } as never })
    expect((await save([{ id, version: 1, title: 'Mine' }])).failed).toEqual([
      { id, code: 'edit_conflict', message: 'Sam Osei changed Bin and Price meanwhile. Reload to see it.', fields: {} },
    ])
    expect((await save([{ id, version: 2, title: 'Mine' }])).saved).toEqual([{ id, version: 3 }])
  })
  it('saves nothing, and keeps no change set, where nothing differs', async () => {
    const { id } = await make({ price: 500 })
    expect(await save([{ id, price: 5, quantity: 10 }])).toMatchObject({
      changeSetId: null,
      saved: [{ id, version: 1 }],
    })
  })
  it('refuses pieces of a product that is sold by its variations', async () => {
    const { id } = await make()
    await app.call(updateProduct, {
      ...as(),
      body: { product: { id, variations: [{ name: 'S', sku: `${id}-S`, quantity: 4 }] } } as never,
    })
    expect((await save([{ id, quantity: 9 }])).failed).toMatchObject([
      {
        id,
        code: 'invalid_input',
        fields: { quantity: 'Its variations have the pieces. Edit them on the product page.' },
      },
    ])
  })
  it('INV-086 an edit that was saved by mistake is undone as one', async () => {
    const [a, b] = await some(2, { price: 1000 })
    const { changeSetId } = await save([
      { id: a, price: 1, notes: 'oops' },
      { id: b, quantity: 0 },
    ])
    const undone = (await undo(changeSetId ?? 0)).body.data
    expect(undone).toMatchObject({ kind: 'undo', state: 'done', total: 2, changed: 2, undoes: changeSetId })
    expect(await product(a ?? 0)).toMatchObject({ price: 10, notes: '' })
    expect(await product(b ?? 0)).toMatchObject({ quantity: 10 })
  })
})

describe('tags of many products', () => {
  it('INV-079 INV-215 INV-216 INV-218 INV-247 are added and removed, and the change set is done at once', async () => {
    const [a, b, c] = await some(3)
    await save([
      { id: a, tags: 'old,stay' },
      { id: b, tags: 'old' },
      { id: c, tags: 'new' },
    ])
    const { body } = await app.call(contract.applyTags, {
      ...as(),
      body: { productIds: [a, b, c] as number[], addTags: ['new'], removeTags: ['old'] },
    })
    expect(body).toMatchObject({
      message: 'Applied Tags.',
      data: { kind: 'tags', title: 'Tags +new, −old', state: 'done', total: 3, changed: 2, unchanged: 1 },
    })
    expect(await Promise.all([a, b, c].map(async (id) => (await product(id ?? 0)).tags))).toEqual([
      'stay,new',
      'new',
      'new',
    ])
  })
  it('INV-217 without products warns, and without tags, too', async () => {
    expect((await app.call(contract.applyTags, { ...as(), body: { addTags: ['x'] } })).body).toMatchObject({
      code: 'invalid_input',
      message: 'Select products first.',
    })
    expect(
      (await app.call(contract.applyTags, { ...as(), body: { productIds: [1], addTags: [' '] } })).body,
    ).toMatchObject({ code: 'invalid_input', message: 'Choose tags to add or to remove.' })
  })
  it('INV-247 more than 500 products are a job, one of them gone does not hold up the others', async () => {
    const ids = await some(3)
    const missing = Array.from({ length: 600 }, (_, n) => 900_000_000 + n)
    const { body } = await app.call(contract.applyTags, {
      ...as(),
      body: { productIds: [...ids, ...missing], addTags: ['many'] },
    })
    expect(body.data).toMatchObject({ state: 'waiting', total: 603 })
    expect(await run(body.data?.id ?? 0)).toMatchObject({ state: 'done', done: 603, changed: 3, failed: 600 })
    expect((await items(body.data?.id ?? 0, 'failed'))?.items).toBe(600)
    expect((await product(ids[2] ?? 0)).tags).toBe('many')
  })
})

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
  it('INV-209 INV-210 INV-213 without products or fields is refused with a sentence', async () => {
    expect((await bulk({ ids: [] }, [dearer])).body.message).toContain('Select products first.')
    expect((await bulk({ ids: [1] }, [])).body.message).toContain('Add at least one field to edit.')
    expect((await bulk({ filter: { skus: ['nothing bears this SKU'] } }, [dearer])).body.message).toBe(
      'No product matches any more. Change the filters, or select products.',
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
    const other = await makeTemplate(seller.ctx)
    const [with_, without] = [await make(), await makeProduct(seller.ctx, other.id)]
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
    const { system } = app.services.database
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
    expect((await app.call(contract.cancelChangeSet, { ...as(), params: { id: job.id }, body: {} })).body.success).toBe(
      true,
    )
    expect(await run(job.id)).toMatchObject({ state: 'cancelled', changed: 0 })
    expect((await product(ids[0] ?? 0)).price).toBe(10)
    expect((await undo(job.id)).body).toMatchObject({ code: 'cannot_undo', message: 'This changed nothing.' })
  })
  it('owes live listings what changed, in one note each', async () => {
    const { id } = await make()
    const { organizationId, db } = seller.ctx
    const integration = await db
      .insertInto('integrations')
      .values({ organizationId, channel: 'ebay', settings: '{}', tokens: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('listingProducts')
      .values({
        organizationId,
        productId: id,
        templateId,
        channel: 'ebay',
        integrationId: integration.id,
        listingTemplateId: null,
        schemaOverrides: '{}',
        sync: true,
        status: 'listed',
        externalId: 'e-1',
        pending: null,
        claimedBy: null,
        pushedQuantity: null,
      })
      .execute()
    const pending = async () =>
      (await db.selectFrom('listingProducts').select('pending').where('productId', '=', id).executeTakeFirstOrThrow())
        .pending
    await run((await began({ ids: [id] }, [{ field: 'notes', action: 'set', value: 'ours' }])).id)
    expect(await pending()).toBeNull()
    await run((await began({ ids: [id] }, [{ field: 'quantity', action: 'add', amount: 1 }])).id)
    expect(await pending()).toBe('quantity')
    await run((await began({ ids: [id] }, [dearer])).id)
    expect(await pending()).toBe('revise')
  })
})

describe('deleting many', () => {
  const removeMany = (selection: object) => app.call(contract.deleteProducts, { ...as(), body: { selection } as never })
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
    await app.call(updateProduct, {
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
    const promised = (await levelsOf(seller.ctx, [b ?? 0]))[0]
    await takeForOrder(seller.ctx, {
      orderId: 77,
      source: 'manual',
      lines: [{ key: '1', sku: promised?.sku ?? '', quantity: 1 }],
    })
    const before = await product(id)
    const job = (await removeMany({ ids: [a, b] })).body.data
    const done = await run(job?.id ?? 0)
    expect(done).toMatchObject({ kind: 'delete', state: 'done', changed: 1, failed: 1 })
    expect((await items(done.id, 'failed'))?.data).toMatchObject([
      { productId: b, error: 'Pieces of this product are promised to orders. Ship or cancel those orders first.' },
    ])
    expect((await items(done.id, 'changed'))?.data[0]?.changes).toEqual(
      expect.arrayContaining([{ field: 'sku', before: before.sku, after: '' }]),
    )
    expect((await app.call(getProduct, { ...as(), params: { id } })).status).toBe(404)
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
    expect((await app.call(getProduct, { ...as(), params: { id } })).status).toBe(404)
  })
  it('does not take a SKU away from who has it now', async () => {
    const gone = await make({ sku: 'REUSED-1' })
    const done = await run((await removeMany({ ids: [gone.id] })).body.data?.id ?? 0)
    await make({ sku: 'REUSED-1' })
    const undone = (await undo(done.id)).body.data
    expect(undone).toMatchObject({ changed: 0, failed: 1 })
    expect((await items(undone?.id ?? 0))?.data).toMatchObject([
      { sku: 'REUSED-1', error: 'A product with this SKU already exists.' },
    ])
  })
  it('brings a draft of a listing back', async () => {
    const { id } = await make()
    const { organizationId, db } = seller.ctx
    const integration = await db.selectFrom('integrations').select('id').executeTakeFirstOrThrow()
    await db
      .insertInto('listingProducts')
      .values({
        organizationId,
        productId: id,
        templateId,
        channel: 'ebay',
        integrationId: integration.id,
        listingTemplateId: null,
        schemaOverrides: '{"title":"Mine"}',
        list: true,
        pending: null,
        claimedBy: null,
        pushedQuantity: null,
      })
      .execute()
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
  it('asks for a Manager', async () => {
    const member = await makeUser(app.services)
    await makeMember(app.services, seller.organization.id, member.id, 4)
    const theirs = await makeSession(app.services, member.id, seller.organization.id)
    expect((await app.call(contract.deleteProducts, { as: theirs, body: { selection: { ids: [1] } } })).status).toBe(
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
    await takeForOrder(seller.ctx, { orderId: 78, source: 'manual', lines: [{ key: '1', sku, quantity: 3 }] })
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
    await seller.ctx.db
      .updateTable('changeSets')
      .set({ createdAt: new Date(Date.now() - KEPT_MS - 1000) })
      .where('id', '=', old.id)
      .execute()
    expect((await undo(old.id)).body.message).toBe('This is more than 30 days ago and cannot be undone any more.')
    await purgeChangesJob(app.services, { organizationId: seller.organization.id })
    expect((await app.call(contract.getChangeSet, { ...as(), params: { id: old.id } })).status).toBe(404)
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
    await app.call(deleteProduct, { ...as(), params: { id } })
    const undone = (await undo(job.id)).body.data
    expect((await items(undone?.id ?? 0))?.data).toMatchObject([
      { state: 'failed', error: 'This does not exist, or it is not in your organization.' },
    ])
  })
  it('waits for what is still at work', async () => {
    const job = await began({ ids: await some(1) }, [dearer])
    expect((await undo(job.id)).body.message).toBe('This is still at work. Wait until it is done, or cancel it.')
  })
})

describe('change sets', () => {
  it('stand in the history, newest first', async () => {
    const page = (await app.call(contract.listChangeSets, { ...as(), query: { limit: 2 } })).body.data
    expect(page?.data).toHaveLength(2)
    expect((page?.data[0]?.id ?? 0) > (page?.data[1]?.id ?? 0)).toBe(true)
    expect(page?.items).toBeGreaterThan(10)
  })
  it("ORG-003 do nothing to a neighbour's products", async () => {
    const { id } = await make({ price: 1000 })
    const neighbour = await makeSeller(app.services)
    const call = { as: neighbour.as }
    expect(
      (await app.call(contract.updateProducts, { ...call, body: { products: [{ id, price: 1 }] } })).body.data,
    ).toMatchObject({ saved: [], failed: [{ id, code: 'not_found' }] })
    expect(
      (await app.call(contract.applyTags, { ...call, body: { productIds: [id], addTags: ['x'] } })).body.data,
    ).toMatchObject({ changed: 0, failed: 1 })
    expect(
      (
        await app.call(contract.previewBulkEdit, {
          ...call,
          body: { selection: { ids: [id] }, edits: [dearer] } as never,
        })
      ).body.data,
    ).toMatchObject({ total: 0, changing: 0 })
    for (const endpoint of [contract.bulkEdit, contract.deleteProducts]) {
      const job = (await app.call(endpoint, { ...call, body: { selection: { ids: [id] }, edits: [dearer] } as never }))
        .body.data
      await runChanges(app.services, { organizationId: neighbour.organization.id, changeSetId: job?.id ?? 0 })
      expect(
        (await app.call(contract.getChangeSet, { ...call, params: { id: job?.id ?? 0 } })).body.data,
      ).toMatchObject({ changed: 0, failed: 1 })
    }
    expect(await product(id)).toMatchObject({ price: 10, version: 1 })
  })
  it('left lying by a worker that died are woken', async () => {
    const ids = await some(1, { price: 1000 })
    const job = await began({ ids }, [dearer])
    const queued = async () =>
      (await app.services.queue.boss.findJobs('changes.run', { data: { changeSetId: job.id } })).length
    await app.services.queue.boss.deleteAllJobs('changes.run')
    await seller.ctx.db
      .updateTable('changeSets')
      .set({ touchedAt: new Date(Date.now() - 3_600_000) })
      .where('id', '=', job.id)
      .execute()
    await sweepChanges(app.services)
    expect(await queued()).toBe(1)
  })
  it('are done by a worker while somebody looks on', async () => {
    const ids = await some(3, { price: 1000 })
    const job = await began({ ids }, [dearer])
    const background = await startBackground(app.services)
    await expect.poll(async () => (await set(job.id)).state, { timeout: 20_000 }).toBe('done')
    await background.stop()
    expect((await product(ids[0] ?? 0)).price).toBe(11)
  })
})
