import { describe, expect, it } from 'vitest'
import * as contract from '#contract/changes/changes.ts'
import { updateProduct } from '#contract/products/products.ts'
import { makeMember, makeSession, makeUser } from '#seed/make.ts'
import { changesShop } from '../../testing/shop/changes.ts'

const { app, seller, as, product, make, some, save, set, run, items, undo } = changesShop()

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
      userName: seller().user.name,
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
        barcode: '96385074',
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
      barcode: '96385074',
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
      failed: [{ id, code: 'invalid_input', message: 'This product is listed twice.' }],
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
        message: 'Not found, or not in your organization.',
        fields: {},
      },
    ])
    expect((await product(b.id)).title).not.toBe('Lost')
  })
  it('INV-084 whoever saves over a newer version is told who changed what', async () => {
    const { id } = await make()
    const colleague = await makeUser(app().services, { name: 'Sam Osei' })
    await makeMember(app().services, seller().organization.id, colleague.id, 4)
    const theirs = await makeSession(app().services, colleague.id, seller().organization.id)
    await app().call(updateProduct, { as: theirs, body: { product: { id, price: 7, bin: 'B-1' } } as never })
    expect((await save([{ id, version: 1, title: 'Mine' }])).failed).toEqual([
      {
        id,
        code: 'edit_conflict',
        message: 'Sam Osei changed Bin and Price in the meantime. Reload to see the changes.',
        fields: {},
      },
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
    await app().call(updateProduct, {
      ...as(),
      body: { product: { id, variations: [{ name: 'S', sku: `${id}-S`, quantity: 4 }] } } as never,
    })
    expect((await save([{ id, quantity: 9 }])).failed).toMatchObject([
      {
        id,
        code: 'invalid_input',
        fields: { quantity: 'Stock is kept per variation. Edit it on the product page.' },
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
    const { body } = await app().call(contract.applyTags, {
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
    expect((await app().call(contract.applyTags, { ...as(), body: { addTags: ['x'] } })).body).toMatchObject({
      code: 'invalid_input',
      message: 'Select products first.',
    })
    expect(
      (await app().call(contract.applyTags, { ...as(), body: { productIds: [1], addTags: [' '] } })).body,
    ).toMatchObject({ code: 'invalid_input', message: 'Choose tags to add or to remove.' })
  })
  it('INV-247 more than 500 products are a job, one of them gone does not hold up the others', async () => {
    const ids = await some(3)
    const missing = Array.from({ length: 600 }, (_, n) => 900_000_000 + n)
    const { body } = await app().call(contract.applyTags, {
      ...as(),
      body: { productIds: [...ids, ...missing], addTags: ['many'] },
    })
    expect(body.data).toMatchObject({ state: 'waiting', total: 603 })
    expect(await run(body.data?.id ?? 0)).toMatchObject({ state: 'done', done: 603, changed: 3, failed: 600 })
    expect((await items(body.data?.id ?? 0, 'failed'))?.items).toBe(600)
    expect((await product(ids[2] ?? 0)).tags).toBe('many')
  })
})
