import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/templates.ts'
import { convertProduct } from '#contract/products/converting.ts'
import { makeProduct, makeSeller } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { judgeProductsJob } from '../products/jobs.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
})
afterAll(() => app.stop())

type Template = NonNullable<Awaited<ReturnType<typeof get>>['body']['data']>
const create = async (name: string) => {
  const made = await app.call(contract.createTemplate, {
    as: seller.as,
    body: { productTemplate: { name, description: 'For mugs', notes: 'Fragile' } },
  })
  return made.body.data?.id ?? 0
}
const get = (id: number) => app.call(contract.getTemplate, { as: seller.as, params: { id } })
const read = async (id: number): Promise<Template> => {
  const { data } = (await get(id)).body
  if (!data) throw new Error(`no template ${id}`)
  return data
}
const save = (id: number, productTemplate: object) =>
  app.call(contract.saveTemplate, { as: seller.as, params: { id }, body: { productTemplate } })
const names = (template: Template | null) => template?.attributes.map((a) => a.name)

describe('templates', () => {
  it('TPL-001 TPL-121..TPL-126 TPL-132 TPL-133 TPL-138..TPL-143 TPL-222 TPL-223 a new template has the built-in attributes, keeps its notes and answers its id', async () => {
    const id = await create('Mugs')
    const template = await read(id)
    expect(names(template)).toEqual(['Brand', 'Vendor', 'Location', 'Warehouse', 'Bin'])
    expect(template).toMatchObject({
      id,
      name: 'Mugs',
      details: 'For mugs',
      notes: 'Fragile',
      clientId: seller.organization.id,
      isStock: false,
      tags: '',
      variations: [],
      products: 0,
    })
    expect(template.attributes).toEqual(
      ['Brand', 'Vendor', 'Location', 'Warehouse', 'Bin'].map((name, index) => ({
        id: expect.any(Number) as number,
        name,
        type: 'text',
        constraint: 'optional',
        defaultValue: '',
        options: [],
        index,
      })),
    )
  })

  it('TPL-128..TPL-131 TPL-134 TPL-135 TPL-139 TPL-141 TPL-142 TPL-214 TPL-215 what is saved of a template is read again', async () => {
    const id = await create('Whole')
    const { attributes, createdAt } = await read(id)
    const sizeAndWeight = { weightUnit: 'kg', weight: 1.5, sizeUnit: 'cm', width: 1, length: 2, height: 3 } as const
    const input = {
      title: '{{Brand}} mug',
      description: '<p>{{Glaze}}</p>',
      tags: 'mug,cup',
      sizeAndWeight,
      configuration: { dynamicMappingEnabled: true },
    }
    const levels = ['required', 'recommended', 'optional'] as const
    const own = levels.map((constraint) => ({
      name: `Is ${constraint}`,
      type: 'number',
      constraint,
      defaultValue: '7',
      options: ['7', '8'],
    }))
    await save(id, { ...input, attributes: [...attributes, ...own] })
    const template = await read(id)
    expect(template).toMatchObject({ ...input, createdAt })
    expect(template.attributes.slice(5)).toMatchObject(own.map((a, n) => ({ ...a, index: 5 + n })))
    expect(Date.parse(template.updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt))
  })

  it('TPL-069 a second template of the same name is refused, whatever its case', async () => {
    await create('Plates')
    const again = await app.call(contract.createTemplate, {
      as: seller.as,
      body: { productTemplate: { name: 'PLATES' } },
    })
    expect([again.status, again.body.code]).toEqual([409, 'template_taken'])
  })

  it('TPL-013 TPL-014 TPL-015 TPL-016 TPL-212 TPL-213 a row carries id, name, details and the count of products', async () => {
    const id = await create('Counted')
    await makeProduct(seller.ctx, id)
    await makeProduct(seller.ctx, id)
    const { data } = (await app.call(contract.listTemplates, { as: seller.as })).body
    expect(data?.find((t) => t.id === id)).toMatchObject({
      name: 'Counted',
      details: 'For mugs',
      products: 2,
      attributes: 5,
      channels: [],
    })
  })

  it('NAV-127 a page of templates begins at its offset and ends at its limit; without them all come', async () => {
    for (const name of ['Page A', 'Page B', 'Page C']) await create(name)
    const names = async (query: { offset?: number; limit?: number }) =>
      ((await app.call(contract.listTemplates, { as: seller.as, query })).body.data ?? []).map((t) => t.name)
    const all = await names({})
    expect(all.length).toBeGreaterThanOrEqual(3)
    expect(await names({ offset: 1, limit: 2 })).toEqual(all.slice(1, 3))
    expect(await names({ offset: all.length - 1 })).toEqual(all.slice(-1))
    expect(await names({ offset: all.length })).toEqual([])
  })

  it('TPL-216 TPL-088 saves attributes as the whole list, in its order', async () => {
    const id = await create('Shirts')
    const before = await read(id)
    const saved = await save(id, {
      attributes: [
        ...before.attributes,
        { name: 'Size', constraint: 'required', options: ['S', 'M, L', '"XL"'] },
        { name: 'Colour' },
      ].toReversed(),
      variations: ['colour', 'Size'],
    })
    expect(saved.status).toBe(200)
    expect(names(saved.body.data)).toEqual(['Colour', 'Size', 'Bin', 'Warehouse', 'Location', 'Vendor', 'Brand'])
    expect(saved.body.data?.attributes[1]).toMatchObject({ constraint: 'required', options: ['S', 'M, L', '"XL"'] })
    expect(saved.body.data?.variations).toEqual(['Colour', 'Size'])
    expect((await read(id)).attributes.find((a) => a.name === 'Brand')?.id).toBe(
      before.attributes.find((a) => a.name === 'Brand')?.id,
    )
  })

  it('TPL-144 TPL-145 TPL-147 built-ins stay as they are and names are unique: each is told at its field, nothing is saved', async () => {
    const id = await create('Strict')
    const { attributes } = await read(id)
    const renamed = await save(id, {
      name: 'Lost',
      attributes: attributes.map((a) => (a.name === 'Bin' ? { ...a, name: 'Box' } : a)),
    })
    expect([renamed.status, renamed.body.fields]).toEqual([
      400,
      { 'productTemplate.attributes.4.name': 'Bin cannot be renamed.' },
    ])
    const removed = await save(id, { attributes: attributes.slice(1) })
    expect(removed.body.fields).toEqual({ 'productTemplate.attributes': 'Brand cannot be removed.' })
    const twice = await save(id, { attributes: [...attributes, { name: 'Fit' }, { name: 'fit' }] })
    expect(twice.body).toMatchObject({
      code: 'invalid_input',
      message: 'Duplicate name',
      fields: { 'productTemplate.attributes.6.name': 'Duplicate name' },
    })
    expect(await read(id)).toMatchObject({ name: 'Strict', attributes })
  })

  it('TPL-137 two attributes may swap their names', async () => {
    const id = await create('Swap')
    const { data } = (
      await save(id, {
        attributes: [...(await read(id)).attributes, { name: 'One' }, { name: 'Two' }],
        title: '{{One}} {{ two }}',
      })
    ).body
    const swapped = data?.attributes.map((a) => ({
      ...a,
      name: a.name === 'One' ? 'Two' : a.name === 'Two' ? 'One' : a.name,
    }))
    expect(names((await save(id, { attributes: swapped })).body.data)?.slice(5)).toEqual(['Two', 'One'])
  })

  it('TPL-133 a variation must be an attribute', async () => {
    const id = await create('Varied')
    expect((await save(id, { variations: ['Mood'] })).body.fields).toEqual({
      'productTemplate.variations.0': '"Mood" is not an attribute of this template.',
    })
  })

  it('DESIGN 5: HTML is cleaned before it is kept, references survive', async () => {
    const id = await create('Unsafe')
    const saved = await save(id, {
      title: '<b>{{Brand}}</b> mug & co',
      description: '<p onclick="x()">{{Brand}}</p><script>1</script>',
      tags: ' a, b ,,a',
    })
    expect(saved.body.data).toMatchObject({ title: '{{Brand}} mug & co', description: '<p>{{Brand}}</p>', tags: 'a,b' })
  })

  it('TPL-120 TPL-228 a template with products is not deleted; one without is', async () => {
    const id = await create('Used')
    const product = await makeProduct(seller.ctx, id)
    const refused = await app.call(contract.deleteTemplate, { as: seller.as, params: { id } })
    expect([refused.status, refused.body.code]).toEqual([409, 'template_in_use'])
    await seller.ctx.db.deleteFrom('products').where('id', '=', product.id).execute()
    expect((await app.call(contract.deleteTemplate, { as: seller.as, params: { id } })).status).toBe(200)
    expect((await get(id)).status).toBe(404)
  })

  it('TPL-069 TPL-073 TPL-225 a duplicate is named "(copy)"; a second says that it already exists', async () => {
    const id = await create('Original')
    await save(id, {
      attributes: [...(await read(id)).attributes, { name: 'Fit', options: ['slim'] }],
      variations: ['Fit'],
    })
    const first = await app.call(contract.duplicateTemplate, { as: seller.as, body: { templateId: id } })
    const copy = await read(first.body.data ?? 0)
    expect(copy).toMatchObject({ name: 'Original (copy)', variations: ['Fit'], products: 0 })
    expect(copy.attributes.at(-1)).toMatchObject({ name: 'Fit', options: ['slim'] })
    const second = await app.call(contract.duplicateTemplate, { as: seller.as, body: { templateId: id } })
    expect(second.status).toBe(409)
    expect(second.body.message).toContain('already exists')
  })

  it('TPL-220 TPL-221 TPL-148 TPL-217 TPL-218 adds attributes as optional, leaves those that exist, and lists all names', async () => {
    const id = await create('Grows')
    const added = await app.call(contract.addAttributes, {
      as: seller.as,
      body: {
        templateId: id,
        attributes: ['Glaze', 'brand', { name: 'Height', constraint: 'recommended', type: 'number' }, 'glaze'],
      },
    })
    expect(added.body.data?.attributes.slice(4).map((a) => [a.name, a.constraint])).toEqual([
      ['Bin', 'optional'],
      ['Glaze', 'optional'],
      ['Height', 'recommended'],
    ])
    const { data } = (await app.call(contract.allAttributes, { as: seller.as })).body
    expect(data?.find((a) => a.name === 'Glaze')).toEqual({ name: 'Glaze', templates: 1, numeric: false })
    expect(data?.find((a) => a.name === 'Height')?.numeric).toBe(true)
  })

  it('TPL-219 counts the values that products have of each attribute, in fields of their own too', async () => {
    const id = await create('Valued')
    await save(id, { attributes: [...(await read(id)).attributes, { name: 'Glaze' }] })
    const made = [
      await makeProduct(seller.ctx, id),
      await makeProduct(seller.ctx, id),
      await makeProduct(seller.ctx, id),
    ]
    const values = [{ Glaze: 'Matt', Vendor: 'Old' }, { glaze: 'Matt' }, { Glaze: ' ' }]
    for (const [n, product] of made.entries())
      await seller.ctx.db
        .updateTable('products')
        .set({
          vendor: n === 0 ? 'Acme' : '',
          attributes: JSON.stringify(Object.entries(values[n] ?? {}).map(([name, value]) => ({ name, value }))),
        })
        .where('id', '=', product.id)
        .execute()
    const { data } = (await app.call(contract.attributeValueCounts, { as: seller.as, query: { templateId: id } })).body
    expect(data?.map(({ name }) => name)).toEqual(['Brand', 'Vendor', 'Location', 'Warehouse', 'Bin', 'Glaze'])
    expect(data?.[1]).toEqual({ name: 'Vendor', products: 1, different: 1, values: [{ value: 'Acme', count: 1 }] })
    expect(data?.[5]).toEqual({ name: 'Glaze', products: 2, different: 1, values: [{ value: 'Matt', count: 2 }] })
  })

  it('TPL-226 TPL-227 a product moves to another template, and its attributes become those of the same names', async () => {
    const [from, to] = [await create('From'), await create('To')]
    await save(from, { attributes: [...(await read(from)).attributes, { name: 'Glaze' }, { name: 'Form' }] })
    await save(to, { attributes: [...(await read(to)).attributes, { name: 'GLAZE', constraint: 'required' }] })
    const product = await makeProduct(seller.ctx, from)
    const attributes = JSON.stringify([
      { templateAttributeId: 1, name: 'Glaze', value: 'Matt', overrideDynamicMapping: false, source: 'user' },
      { templateAttributeId: 2, name: 'Form', value: 'Tall', overrideDynamicMapping: false, source: 'user' },
    ])
    await seller.ctx.db.updateTable('products').set({ attributes }).where('id', '=', product.id).execute()
    const moved = await app.call(convertProduct, {
      as: seller.as,
      body: { productId: product.id, productTemplateId: to },
    })
    const glaze = (await read(to)).attributes.at(-1)?.id
    expect(moved.body.data).toMatchObject({ templateId: to })
    expect(moved.body.data?.attributes.map((a) => [a.templateAttributeId, a.name, a.value])).toEqual([
      [glaze, 'GLAZE', 'Matt'],
      [null, 'Form', 'Tall'],
    ])
    const nowhere = { productId: product.id, productTemplateId: 999_999 }
    expect((await app.call(convertProduct, { as: seller.as, body: nowhere })).status).toBe(404)
  })

  it('ten thousand attributes are refused with a sentence; five hundred with long and foreign names are kept as they are', async () => {
    const id = await create('Hostile')
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        name: `${['<script>alert(1)</script>', 'مقاس', '🧵👩‍👩‍👧', "Robert'); --", 'x'.repeat(80)][n % 5]} ${n}`,
        options: ['<img src=x onerror=alert(1)>', 'كتان', '🟥'],
        defaultValue: '"><script>alert(1)</script>',
      }))
    const refused = await save(id, { attributes: many(10_000).map(({ name }) => ({ name })) })
    expect(refused.body.fields).toEqual({ 'productTemplate.attributes': 'A template can have up to 500 attributes.' })
    const { attributes } = await read(id)
    expect((await save(id, { attributes: [...attributes, { name: 'x'.repeat(101) }] })).status).toBe(400)
    const most = many(495)
    const answer = await save(id, { attributes: [...attributes, ...most] })
    expect(names(answer.body.data)?.slice(5)).toEqual(most.map(({ name }) => name))
    expect(answer.body.data?.attributes.at(-1)).toMatchObject({ ...most.at(-1) })
    const more = await app.call(contract.addAttributes, {
      as: seller.as,
      body: { templateId: id, attributes: ['One'] },
    })
    expect(more.body.fields).toEqual({ attributes: 'A template can have up to 500 attributes.' })
  })

  it('PRO-199 a new required attribute puts the products in error; a renamed one is renamed in them', async () => {
    const id = await create('Judged')
    const { data } = (await save(id, { attributes: [...(await read(id)).attributes, { name: 'Color' }] })).body
    const color = data?.attributes.at(-1)?.id ?? 0
    const product = await makeProduct(seller.ctx, id)
    const attributes = JSON.stringify([
      { templateAttributeId: color, name: 'Color', value: 'Red', overrideDynamicMapping: false, source: 'user' },
    ])
    await seller.ctx.db
      .updateTable('products')
      .set({ attributes, title: '{{color}} mug' })
      .where('id', '=', product.id)
      .execute()
    const saved = await save(id, {
      attributes: [
        ...(data?.attributes.slice(0, 5) ?? []),
        { id: color, name: 'Colour' },
        { name: 'Origin', constraint: 'required' },
      ],
    })
    expect(saved.status).toBe(200)
    await judgeProductsJob(app.services, { organizationId: seller.organization.id, templateId: id })
    const now = await seller.ctx.db
      .selectFrom('products')
      .selectAll()
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow()
    expect(now).toMatchObject({ readiness: 'error', title: '{{Colour}} mug', version: product.version + 1 })
    expect(now.attributes.map((a) => [a.name, a.value])).toEqual([['Colour', 'Red']])
  })

  it('DESIGN 5: a change is kept with who, what, old and new; a neighbour finds nothing', async () => {
    const id = await create('Audited')
    await save(id, { notes: 'Robust' })
    const entry = await seller.ctx.db
      .selectFrom('auditEntries')
      .selectAll()
      .where('entity', '=', 'template')
      .where('entityId', '=', id)
      .where('action', '=', 'update')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ userId: seller.user.id, old: { notes: 'Fragile' }, new: { notes: 'Robust' } })
    const neighbour = await makeSeller(app.services)
    expect((await app.call(contract.getTemplate, { as: neighbour.as, params: { id } })).status).toBe(404)
    expect(
      (
        await app.call(contract.saveTemplate, {
          as: neighbour.as,
          params: { id },
          body: { productTemplate: { name: 'Mine' } },
        })
      ).status,
    ).toBe(404)
  })
})
