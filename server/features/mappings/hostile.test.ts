import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDynamicMappings } from '#contract/mappings/mappings.ts'
import { previewRules, saveRules } from '#contract/mappings/rule-changes.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { rulesFor } from './service.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
})
afterAll(() => app.stop())

const rule = (conditions: number, value = 'Red', text = ' x') => ({
  uuid: randomUUID(),
  conditionSets: [
    {
      uuid: randomUUID(),
      conditions: Array.from({ length: conditions }, () => ({ uuid: randomUUID(), input: '{{Color}}', value })),
    },
  ],
  actions: [{ uuid: randomUUID(), target: '', action: 'append', value: text }],
})
const body = (templateId: number, dynamicMappings: object[]) => ({
  as: seller.as,
  body: { templateId, tabs: [{ ownerType: 'Template', applyTo: 'title', dynamicMappings }] } as never,
})
const follower = (templateId: number, id: number) => ({
  id,
  templateId,
  configuration: { dynamicMappingEnabled: true },
})

describe('rules that nobody should write', () => {
  it('500 of 20 conditions are told to cost too much, by the check and by the save; switched off they are kept, and the page and the preview answer', async () => {
    const { id: templateId } = await makeTemplate(seller.ctx, { attributes: [{ name: 'Color' }] })
    await makeProduct(seller.ctx, templateId)
    const many = { uuid: randomUUID(), name: 'Many', rules: Array.from({ length: 500 }, () => rule(20)) }
    const sentence =
      'These rules are too complex (10,500 of 2,000 allowed comparisons per product). Remove some values or turn off a rule.'
    for (const ask of [previewRules, saveRules])
      expect(await app.call(ask as typeof previewRules, body(templateId, [many]))).toMatchObject({
        status: 400,
        body: { message: sentence },
      })
    const off = body(templateId, [{ ...many, active: false }])
    expect((await app.call(previewRules, off)).body.data).toMatchObject({ changing: 0 })
    expect((await app.call(saveRules, off)).status).toBe(200)
    const listed = await app.call(listDynamicMappings, { as: seller.as, query: { parentId: templateId } })
    expect(listed.body.data?.[0]?.rules.length).toBe(500)
  })

  it('that ask about an attribute which was deleted since are named when they are saved, and break no product', async () => {
    const { id: templateId } = await makeTemplate(seller.ctx, { attributes: [{ name: 'Color' }, { name: 'Size' }] })
    const { id } = await makeProduct(seller.ctx, templateId)
    const mapping = { uuid: randomUUID(), name: 'Red', rules: [rule(1, 'Red', ' {{Color}} {{Size}}')] }
    expect((await app.call(saveRules, body(templateId, [mapping]))).status).toBe(200)
    const { db, organizationId } = seller.ctx
    await db
      .deleteFrom('templateAttributes')
      .where('organizationId', '=', organizationId)
      .where('templateId', '=', templateId)
      .where('name', 'in', ['Color', 'Size'])
      .execute()
    const run = (await rulesFor(seller.ctx, [follower(templateId, id)]))(follower(templateId, id))
    const product = { title: 'Mug', description: '', values: new Map(), overridden: new Set<string>() }
    expect(run?.(product).texts.title).toBe('Mug')
    expect(await app.call(saveRules, body(templateId, [{ ...mapping, name: 'Other' }]))).toMatchObject({
      status: 400,
      body: { message: 'There’s no attribute @Color.' },
    })
  })

  it.each(['<script>alert(1)</script>', '👩‍👩‍👧 🏳️‍🌈', 'שלום \u202Eمرحبا', "'; drop table products; --", '{{Color}}'])(
    'that hold %s match it, and write it as it is',
    async (value) => {
      const { id: templateId } = await makeTemplate(seller.ctx, { attributes: [{ name: 'Color' }] })
      const { id } = await makeProduct(seller.ctx, templateId)
      const mapping = { uuid: randomUUID(), name: value, rules: [rule(1, value, value)] }
      expect((await app.call(saveRules, body(templateId, [mapping]))).status).toBe(200)
      const listed = await app.call(listDynamicMappings, { as: seller.as, query: { parentId: templateId } })
      expect(listed.body.data).toMatchObject([{ name: value, rules: mapping.rules }])
      const run = (await rulesFor(seller.ctx, [follower(templateId, id)]))(follower(templateId, id))
      const product = {
        title: 'Mug',
        description: '',
        values: new Map([['color', value]]),
        overridden: new Set<string>(),
      }
      expect(run?.(product).texts.title).toBe(`Mug ${value}`)
    },
  )
})
