import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/mappings/mappings.ts'
import { previewRules, saveRules } from '#contract/mappings/rule-changes.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { makeListing } from '../../testing/shop/listed.ts'
import { rulesFor } from './service.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let templateId: number
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  templateId = (await makeTemplate(seller.ctx, { attributes: [{ name: 'Color' }] })).id
})
afterAll(() => app.stop())

const condition = (input: string, value: string) => ({ uuid: randomUUID(), input, value })
const rule = (input: string, value: string, target: string, text: string) => ({
  uuid: randomUUID(),
  conditionSets: input ? [{ uuid: randomUUID(), conditions: [condition(input, value)] }] : [],
  actions: [{ uuid: randomUUID(), target, action: 'append', value: text }],
})
const mapping = (name: string, ...rules: ReturnType<typeof rule>[]) => ({ uuid: randomUUID(), name, rules })
type Query = {
  ownerType?: 'Template' | 'Global'
  ownerId?: number
  childId?: number
  applyTo?: 'title' | 'description'
}
const save = (
  query: Query,
  dynamicMappings: { uuid: string; name: string; enabled?: boolean; active?: boolean; rules: object[] }[],
  as = seller.as,
) =>
  app.call(contract.saveDynamicMappings, {
    as,
    query: { parentType: 'Template', parentId: templateId, applyTo: 'title', ...query },
    body: { dynamicMappings } as never,
  })
const list = (query: Query = {}) =>
  app.call(contract.listDynamicMappings, { as: seller.as, query: { parentId: templateId, ...query } })
const follows = async (productId: number) => {
  const run = await rulesFor(seller.ctx, [
    { id: productId, templateId, configuration: { dynamicMappingEnabled: true } },
  ])
  const product = { title: 'Mug', description: '', values: new Map([['color', 'Red']]), overridden: new Set<string>() }
  return run({ id: productId, templateId, configuration: { dynamicMappingEnabled: true } })?.(product).texts.title
}

describe('dynamic mappings', () => {
  it('MAP-006..MAP-025 MAP-027..MAP-034 MAP-068..MAP-071 MAP-101 MAP-169 MAP-170 come back as they were saved, the template’s own first', async () => {
    const own = [
      mapping('Second', rule('{{Color}}', 'red,wine', '', 'in red')),
      mapping('First', rule('', '', '', 'new')),
    ]
    const global = [mapping('Everywhere', rule('', '', '{{Color}}', 'dark'))]
    expect((await save({ ownerType: 'Global' }, global)).status).toBe(200)
    expect((await save({}, own)).status).toBe(200)
    const { data } = (await list()).body
    expect(data?.map(({ name, ownerType, index }) => [name, ownerType, index])).toEqual([
      ['Second', 'Template', 0],
      ['First', 'Template', 1],
      ['Everywhere', 'Global', 0],
    ])
    const first = own[0]?.rules[0]
    expect(data?.[0]).toEqual({
      uuid: own[0]?.uuid,
      clientId: seller.organization.id,
      applyTo: 'title',
      parentId: templateId,
      parentType: 'Template',
      ownerId: templateId,
      ownerType: 'Template',
      name: 'Second',
      description: '',
      index: 0,
      active: true,
      enabled: true,
      updatedAt: expect.any(String),
      rules: [
        {
          uuid: first?.uuid,
          conditionSets: [
            {
              uuid: first?.conditionSets[0]?.uuid,
              conditions: [
                {
                  uuid: first?.conditionSets[0]?.conditions[0]?.uuid,
                  input: '{{Color}}',
                  operator: 'equals',
                  qualifier: 'all',
                  value: 'red,wine',
                },
              ],
            },
          ],
          actions: [{ uuid: first?.actions[0]?.uuid, target: '', action: 'append', input: '', value: 'in red' }],
        },
      ],
    })
    const everywhere = (await list({ ownerType: 'Global' })).body.data
    expect(everywhere?.map(({ name, parentType, ownerId }) => [name, parentType, ownerId])).toEqual([
      ['Everywhere', 'Template', seller.organization.id],
    ])
  })
  it('MAP-171 a save answers with what is kept, which is what is read after it: nobody needs the answer', async () => {
    const saved = (await save({ ownerType: 'Global' }, [mapping('Everywhere', rule('', '', '', 'dark'))])).body.data
    expect(saved?.map(({ name }) => name)).toEqual(['Everywhere'])
    expect((await list({ ownerType: 'Global' })).body.data).toEqual(saved)
  })
  it('MAP-090 MAP-172 the saved list replaces its tab, in its order, and no other tab', async () => {
    const now = (await list({ ownerType: 'Template' })).body.data ?? []
    const [second, first] = now
    await save(
      {},
      [first, { ...mapping('Third'), index: 0 }].filter((entry) => entry !== undefined),
    )
    const { data } = (await list()).body
    expect(data?.map(({ name }) => name)).toEqual(['Third', 'First', 'Everywhere'])
    expect(data?.some(({ uuid }) => uuid === second?.uuid)).toBe(false)
    expect((await list({ applyTo: 'description' })).body.data).toEqual([])
  })
  it('MAP-003 MAP-017 MAP-097 are followed by a product that follows rules, but those that are off for it', async () => {
    const red = mapping('Red', rule('{{Color}}', 'red', '', 'in {{Color}}'))
    const product = await makeProduct(seller.ctx, templateId)
    const other = await makeProduct(seller.ctx, templateId)
    await save({ ownerType: 'Global' }, [])
    await save({ childId: product.id }, [{ ...red, enabled: false }])
    expect([await follows(product.id), await follows(other.id)]).toEqual(['Mug', 'Mug in {{Color}}'])
    expect((await list({ childId: product.id })).body.data).toMatchObject([{ name: 'Red', enabled: false }])
    expect((await list({ childId: other.id })).body.data).toMatchObject([{ name: 'Red', enabled: true }])
    await save({ childId: product.id }, [red])
    expect(await follows(product.id)).toBe('Mug in {{Color}}')
    const idle = { id: product.id, templateId, configuration: {} }
    expect((await rulesFor(seller.ctx, [idle]))(idle)).toBeUndefined()
  })
  it('sends the live listings of products that follow rules again', async () => {
    const { ctx } = seller
    const [ruled, free] = [await makeProduct(ctx, templateId), await makeProduct(ctx, (await makeTemplate(ctx)).id)]
    await ctx.db
      .updateTable('products')
      .set({ configuration: '{"dynamicMappingEnabled": true}' })
      .where('id', '=', ruled.id)
      .execute()
    for (const { id } of [ruled, free])
      await makeListing(
        ctx,
        { productId: id, templateId: id === ruled.id ? templateId : 0 },
        { status: 'listed', externalId: `e-${id}`, list: true, sync: true },
      )
    await save({}, [mapping('New', rule('', '', '', 'x'))])
    const owed = await ctx.db
      .selectFrom('listingDebts as d')
      .innerJoin('listingProducts as l', 'l.id', 'd.listingId')
      .select(['l.productId', 'd.pending'])
      .where('l.organizationId', '=', ctx.organizationId)
      .orderBy('l.productId')
      .execute()
    expect(owed).toEqual([
      { productId: ruled.id, pending: 'revise' },
      { productId: free.id, pending: null },
    ])
  })
  it.each<[string, () => { name: string; uuid: string; rules: object[] }[], string]>([
    ['MAP-091 MAP-092 a name that is taken', () => [mapping('A'), mapping(' a ')], 'dynamicMappings.1.name'],
    [
      'MAP-094 an input that is no attribute',
      () => [mapping('A', rule('{{Colour}}', 'x', '', 'y'))],
      'dynamicMappings.0.rules.0.conditionSets.0.conditions.0.input',
    ],
    [
      'a SKU as the target',
      () => [mapping('A', rule('', '', '{{SKU}}', 'y'))],
      'dynamicMappings.0.rules.0.actions.0.target',
    ],
    [
      'more comparisons than are made',
      () => [
        mapping(
          'A',
          ...Array.from({ length: 21 }, () => rule('{{Color}}', Array.from({ length: 100 }, String).join(), '', 'y')),
        ),
      ],
      'dynamicMappings',
    ],
  ])('%s is refused at its field, and nothing is saved', async (_title, input, field) => {
    const before = (await list()).body.data
    const { status, body } = await save({}, input())
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [field] })
    expect((await list()).body.data).toEqual(before)
  })
  it('two of an id, or one list twice, are refused', async () => {
    const first = mapping('A')
    const twice = await save({}, [first, { ...mapping('B'), uuid: first.uuid }])
    expect([twice.status, twice.body.code]).toEqual([400, 'invalid_input'])
    const tab = { ownerType: 'Template', applyTo: 'title', dynamicMappings: [] } as const
    const both = { templateId, tabs: [{ ...tab, dynamicMappings: [mapping('A')] }, tab] }
    for (const endpoint of [previewRules, saveRules])
      expect((await app.call(endpoint, { as: seller.as, body: both as never })).body.fields).toHaveProperty(['tabs.1'])
  })
  it('keeps what rules write into a description clean', async () => {
    await save({ applyTo: 'description' }, [
      mapping('Note', rule('', '', '', '<p onclick="x()">Hi</p><script>x</script>')),
    ])
    const [saved] = (await list({ applyTo: 'description' })).body.data ?? []
    expect(saved?.rules[0]?.actions[0]?.value).toBe('<p>Hi</p>')
    await save({}, [mapping('Aside', rule('', '', 'description', '<p onclick="x()">Hi</p>'))])
    expect((await list({ ownerType: 'Template', applyTo: 'title' })).body.data?.[0]?.rules[0]?.actions[0]?.value).toBe(
      '<p>Hi</p>',
    )
  })
  it('keeps what rules write into an attribute, and what they split by, as it was typed', async () => {
    const typed = rule('', '', '{{Color}}', 'Black & White')
    const [action] = typed.actions
    const split = { uuid: randomUUID(), target: '', action: 'split by', input: '{{Color}}', value: '&' } as const
    await save({ applyTo: 'description' }, [
      mapping('Words', { ...typed, actions: [action, split].filter((candidate) => candidate !== undefined) }),
    ])
    const [saved] = (await list({ applyTo: 'description' })).body.data ?? []
    expect(saved?.rules[0]?.actions.map(({ value }) => value)).toEqual(['Black & White', '&'])
  })
  it('belong to one organization: the neighbour sees and changes none', async () => {
    const neighbour = await makeSeller(app.services)
    const query = { parentId: templateId }
    expect((await app.call(contract.listDynamicMappings, { as: neighbour.as, query })).status).toBe(404)
    expect((await save({}, [], neighbour.as)).status).toBe(404)
    expect((await list({ ownerType: 'Template', applyTo: 'title' })).body.data?.map(({ name }) => name)).toEqual([
      'Aside',
    ])
  })
})
