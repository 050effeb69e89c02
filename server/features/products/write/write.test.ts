import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { levelsOf, takeForOrder } from '../../stock/service.ts'
import { createMany, restoreMany } from './create.ts'
import { presentMany, productsBySku } from './read.ts'
import { removeMany } from './remove.ts'
import { type Change, updateMany } from './change.ts'
import * as products from '../service.ts'

let app: TestApp
let ctx: Ctx
let templates: number[]
beforeAll(async () => {
  app = await testApp()
  ctx = (await makeSeller(app.services)).ctx
  templates = [
    (await makeTemplate(ctx, { attributes: [{ name: 'Colour', constraint: 'required' }, { name: 'Size' }] })).id,
    (await makeTemplate(ctx, { attributes: [{ name: 'Size', constraint: 'recommended' }, { name: 'Voltage' }] })).id,
  ]
})
afterAll(() => app.stop())

const attribute = (name: string, value: string) => ({
  templateAttributeId: null,
  name,
  value,
  overrideDynamicMapping: false,
  source: 'user',
})
const statements = async (work: () => Promise<unknown>) => {
  const before = app.services.database.statements.count
  await work()
  return app.services.database.statements.count - before
}
/** All that is kept of an organization's products, without ids and times. */
async function everything(of: Ctx) {
  const read = async (text: string) => (await sql.raw<{ row: unknown }>(text).execute(of.db)).rows.map((r) => r.row)
  return {
    products:
      await read(`select to_jsonb(t) - '{id,organization_id,template_id,created_at,updated_at,attributes}'::text[] || jsonb_build_object('template', (select name from product_templates x where x.id = t.template_id),
      'attributes', (select jsonb_agg(a - 'templateAttributeId') from jsonb_array_elements(t.attributes) a)) as row from products t order by sku`),
    levels:
      await read(`select jsonb_build_object('sku', t.sku, 'hand', on_hand, 'reserved', reserved, 'sold', sold, 'product', p.sku, 'variation', v.name) as row
      from stock_levels t join products p on p.id = t.product_id left join variations v on v.id = t.variation_id order by t.sku`),
    variations: await read(
      `select to_jsonb(t) - '{id,organization_id,product_id}'::text[] as row from variations t order by sku`,
    ),
    movements: await read(
      `select jsonb_build_object('sku', sku, 'hand', delta_on_hand, 'sold', delta_sold, 'after', available_after, 'why', reason) as row from stock_movements order by level_id, id`,
    ),
    facts: await read(
      `select to_jsonb(f) - '{organization_id,product_id}'::text[] as row from product_facts f join products p on p.id = f.product_id order by p.sku`,
    ),
    audit: await read(
      `select jsonb_build_object('action', action, 'old', old - '{templateId,attributes,variations}'::text[], 'new', new - '{templateId,attributes,variations}'::text[]) as row from audit_entries where entity = 'product' order by entity_id, id`,
    ),
  }
}

const skus = ['A', 'B', 'C', 'D', 'A-S', 'A-M', 'B-S', 'E', 'F']
const word = fc.constantFrom('', 'Red', 'Blue', 'L')
const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 })
const variation = fc.record({
  which: fc.nat({ max: 3 }),
  name: fc.constantFrom('S', 'M', 'X'),
  sku: fc.constantFrom(...skus),
  quantity: some(fc.nat({ max: 9 })),
  price: some(fc.option(fc.nat({ max: 99 }))),
})
const changes = fc
  .array(
    fc.record({
      product: fc.nat({ max: 4 }),
      template: some(fc.nat({ max: 2 })),
      sku: some(fc.constantFrom(...skus)),
      title: some(fc.constantFrom('', 'A <b>title</b>', 'Another')),
      tags: some(fc.array(word)),
      price: some(fc.nat({ max: 9999 })),
      quantity: some(fc.nat({ max: 20 })),
      sold: some(fc.nat({ max: 20 })),
      active: some(fc.boolean()),
      version: some(fc.integer({ min: 1, max: 2 })),
      attributes: some(
        fc
          .uniqueArray(fc.constantFrom('Colour', 'size', 'Own'))
          .chain((names) => fc.tuple(...names.map((n) => word.map((v) => attribute(n, v))))),
      ),
      variations: some(fc.array(variation, { maxLength: 3 })),
    }),
    { maxLength: 5 },
  )
  .map((list) => list.filter((c, n) => list.findIndex((d) => d.product === c.product) === n))
type Drawn = typeof changes extends fc.Arbitrary<infer T> ? T : never

/** A seller with two templates and four products, one of them with two variations, of which pieces are promised to orders. */
async function shop() {
  const own = (await makeSeller(app.services)).ctx
  const [first, two] = [
    await makeTemplate(own, {
      name: 'One',
      attributes: [{ name: 'Colour', constraint: 'required' }, { name: 'Size' }],
    }),
    await makeTemplate(own, { name: 'Two', attributes: [{ name: 'Size', constraint: 'recommended' }] }),
  ]
  const made = await createMany(own, [
    {
      templateId: first.id,
      sku: 'A',
      title: 'First',
      price: 1000,
      quantity: 5,
      variations: [
        { name: 'S', sku: 'A-S', quantity: 3, price: undefined, cost: undefined },
        { name: 'M', sku: 'A-M', quantity: 2, price: 500, cost: undefined },
      ],
    },
    {
      templateId: first.id,
      sku: 'B',
      title: 'Second',
      quantity: 4,
      attributes: [attribute('Colour', 'Red'), attribute('Own', 'x')],
    },
    { templateId: two.id, sku: 'C', title: 'Third', description: '<p>Good.</p>', tags: ['x', 'y'] },
    { templateId: two.id, sku: 'D', title: '' },
  ])
  const ids = made.map((m) => (m.state === 'created' ? m.id : 0))
  await takeForOrder(own, {
    orderId: 1,
    source: 'manual',
    lines: [
      { key: '1', sku: 'A-S', quantity: 2 },
      { key: '2', sku: 'B', quantity: 1 },
    ],
  })
  return {
    own,
    ids,
    templates: [first.id, two.id, 999_999_999],
    variations: (await own.db.selectFrom('variations').select('id').orderBy('id').execute()).map((v) => v.id),
  }
}
const asChanges = (list: Drawn, { ids, templates, variations }: Awaited<ReturnType<typeof shop>>): Change[] =>
  list.map(({ product, template, variations: variationChanges, version, ...rest }) => ({
    ...rest,
    id: ids[product] ?? 999_999_999,
    ...(template === undefined ? {} : { templateId: templates[template] ?? 0 }),
    ...(version === undefined ? {} : { version }),
    ...(variationChanges
      ? {
          variations: variationChanges.map(({ which, ...v }) => ({
            ...v,
            cost: undefined,
            ...(which < 2 ? { id: variations[which] } : {}),
          })),
        }
      : {}),
  }))

describe('many products at once', () => {
  it('become what saving them one by one makes of them, refusals too', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const [together, alone] = [await shop(), await shop()]
        const outcomes = await updateMany(together.own, asChanges(list, together), { reason: 'edit' })
        const codes: string[] = []
        for (const change of asChanges(list, alone))
          codes.push(
            await products.update(alone.own, change).then(
              () => '',
              (error: unknown) => (error instanceof AppError ? error.code : String(error)),
            ),
          )
        expect(outcomes.map((o) => (o.state === 'failed' ? o.code : ''))).toEqual(codes)
        expect(await everything(together.own)).toEqual(await everything(alone.own))
      }),
      { numRuns: 40 },
    )
  })
  it('DESIGN 7: 500 take as few statements as 5, whatever changes', async () => {
    const make = async (n: number) =>
      (
        await createMany(
          ctx,
          Array.from({ length: n }, (_, i) => ({
            templateId: templates[i % 2] ?? 0,
            sku: `N${n}-${i}`,
            title: 'x',
            quantity: 5,
          })),
        )
      ).map((m) => (m.state === 'created' ? m.id : 0))
    const counted = async (n: number) => {
      const ids: number[] = []
      const creating = await statements(async () => ids.push(...(await make(n))))
      const fields = await statements(() =>
        updateMany(
          ctx,
          ids.map((id, i) => ({ id, price: i + 1, tags: [`t${i}`], attributes: [attribute('Colour', String(i))] })),
          { reason: 'bulk', sourceKey: 'a' },
        ),
      )
      const pieces = await statements(() =>
        updateMany(
          ctx,
          ids.map((id, i) => ({ id, price: i + 2, quantity: i % 50, sold: 3, templateId: templates[0] ?? 0 })),
          { reason: 'bulk', sourceKey: 'b' },
        ),
      )
      const removing = await statements(() => removeMany(ctx, ids))
      return { creating, fields, pieces, removing }
    }
    const few = await counted(5)
    expect(await counted(500)).toEqual(few)
    expect(Math.max(...Object.values(few))).toBeLessThanOrEqual(16)
  })
  it('DESIGN 7: makes one product in nine statements, and looks for who has its SKU only where somebody has', async () => {
    const create = (sku: string) => createMany(ctx, [{ templateId: templates[0] ?? 0, sku, quantity: 2 }])
    await create('LONE-1')
    expect(await statements(async () => expect(await create('LONE-2')).toMatchObject([{ state: 'created' }]))).toBe(9)
    expect(await create('LONE-2')).toMatchObject([{ state: 'failed', code: 'sku_taken' }])
    expect(await create('LONE-3')).toMatchObject([{ state: 'created' }])
  })

  it('are made; a SKU that is taken, also twice in the list, and a template that is not there refuse only theirs', async () => {
    await makeProduct(ctx, templates[0] ?? 0, { sku: 'THERE' })
    const [templateId = 0] = templates
    const made = await createMany(ctx, [
      { templateId, sku: 'NEW-1', title: '<b>One</b>', description: 'a<script>b</script>', tags: [' x ', 'x'] },
      { templateId, sku: 'THERE' },
      { templateId, sku: 'NEW-2' },
      { templateId, sku: 'NEW-2' },
      { templateId: 999_999_999, sku: 'NEW-3' },
      { templateId, sku: 'NEW-4', title: 'zero \0 byte' },
      {
        templateId,
        sku: 'NEW-5',
        variations: [{ name: 'S', sku: 'NEW-1', price: undefined, cost: undefined, quantity: undefined }],
      },
    ])
    expect(made.map((m) => (m.state === 'failed' ? m.code : m.state))).toEqual([
      'created',
      'sku_taken',
      'created',
      'sku_taken',
      'not_found',
      'invalid_input',
      'sku_taken',
    ])
    const [first] = made
    expect(await products.get(ctx, first?.state === 'created' ? first.id : 0)).toMatchObject({
      title: 'One',
      description: 'a',
      tags: ['x'],
      readiness: 'error',
    })
    expect(await productsBySku(ctx, ['NEW-1', 'NEW-3'])).toEqual(
      new Map([['NEW-1', { id: first?.state === 'created' ? first.id : 0, variationId: null }]]),
    )
  })
  it('swap their SKUs only where one gives it up before the other takes it', async () => {
    const [a, b] = [
      await makeProduct(ctx, templates[0] ?? 0, { sku: 'SWAP-A' }),
      await makeProduct(ctx, templates[0] ?? 0, { sku: 'SWAP-B' }),
    ]
    const outcomes = await updateMany(
      ctx,
      [
        { id: a.id, sku: 'SWAP-B' },
        { id: b.id, sku: 'SWAP-C' },
      ],
      { reason: 'edit' },
    )
    expect(outcomes.map((o) => o.state)).toEqual(['failed', 'changed'])
    expect(
      (
        await updateMany(
          ctx,
          [
            { id: b.id, sku: 'SWAP-D' },
            { id: a.id, sku: 'SWAP-C' },
          ],
          { reason: 'edit' },
        )
      ).map((o) => o.state),
    ).toEqual(['changed', 'changed'])
  })
  it('made by two at once under the same SKUs exist once', async () => {
    const inputs = Array.from({ length: 20 }, (_, n) => ({ templateId: templates[0] ?? 0, sku: `RACE-${n}` }))
    const made = (
      await Promise.all([createMany(ctx, inputs), createMany(ctx, inputs.toReversed()), createMany(ctx, inputs)])
    ).flat()
    expect(made.filter((m) => m.state === 'created')).toHaveLength(20)
    expect(made.filter((m) => m.state === 'failed' && m.code === 'sku_taken')).toHaveLength(40)
    expect(await ctx.db.selectFrom('products').select('id').where('sku', 'like', 'RACE-%').execute()).toHaveLength(20)
  })
  it('are deleted and brought back as they were, levels and readiness too', async () => {
    const { own, ids } = await shop()
    const before = await presentMany(own, ids)
    const outcomes = await removeMany(own, [...ids, 999_999_999])
    expect(outcomes.map((g) => (g.state === 'failed' ? g.code : g.state))).toEqual([
      'stock_conflict',
      'stock_conflict',
      'removed',
      'removed',
      'not_found',
    ])
    expect((await levelsOf(own, ids)).map((l) => l.sku)).toEqual(['A', 'A-S', 'A-M', 'B'])
    const back = await restoreMany(
      own,
      outcomes.flatMap((g) => (g.state === 'removed' ? [{ id: g.id, before: g.before }] : [])),
    )
    expect(back.map((b) => b.state)).toEqual(['created', 'created'])
    const now = await presentMany(own, ids)
    expect([...now.values()].map((p) => p.product)).toEqual([...before.values()].map((p) => p.product))
    expect(
      await restoreMany(
        own,
        outcomes.flatMap((g) => (g.state === 'removed' ? [{ id: g.id, before: g.before }] : [])),
      ),
    ).toMatchObject([
      { state: 'failed', code: 'cannot_undo' },
      { state: 'failed', code: 'cannot_undo' },
    ])
  })
})
