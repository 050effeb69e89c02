import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cancelChangeSet } from '#contract/changes/changes.ts'
import { listDynamicMappings } from '#contract/mappings/mappings.ts'
import { previewRules, saveRules } from '#contract/mappings/rule-changes.ts'
import { makeProduct, makeTemplate } from '#seed/make.ts'
import { changesShop } from '../../testing/shop/changes.ts'
import { makeListing } from '../../testing/shop/listed.ts'

const { app, seller, as, run, items, undo, set } = changesShop()

const rule = (colour: string, text: string) => ({
  uuid: randomUUID(),
  conditionSets: colour
    ? [{ uuid: randomUUID(), conditions: [{ uuid: randomUUID(), input: '{{Color}}', value: colour }] }]
    : [],
  actions: [{ uuid: randomUUID(), target: '', action: 'append', value: text }],
})
const mapping = (name: string, ...rules: object[]) => ({ uuid: randomUUID(), name, rules })
type Mapping = ReturnType<typeof mapping> & { enabled?: boolean; active?: boolean }
const tab = (dynamicMappings: Mapping[], more: object = {}) => ({
  ownerType: 'Template',
  applyTo: 'title',
  dynamicMappings,
  ...more,
})
const body = (templateId: number, tabs: object[], more: object = {}) => ({
  ...as(),
  body: { templateId, tabs, ...more } as never,
})
const ask = (...args: Parameters<typeof body>) => app().call(saveRules, body(...args))
const saved = async (...args: Parameters<typeof body>) => {
  const { data, message, fields } = (await ask(...args)).body
  if (!data) throw new Error(`${message} ${JSON.stringify(fields)}`)
  return data
}
const preview = async (...args: Parameters<typeof body>) => (await app().call(previewRules, body(...args))).body.data
const list = async (templateId: number, childId?: number) =>
  (await app().call(listDynamicMappings, { ...as(), query: { parentId: templateId, childId } })).body.data ?? []

/** A template, and products of these colours, live on a channel; those that follow rules unless told otherwise. */
async function shop(colours: readonly string[], follows = true) {
  const { ctx } = seller()
  const { id: templateId } = await makeTemplate(ctx, { attributes: [{ name: 'Color' }] })
  const ids: number[] = []
  for (const value of colours) {
    const { id } = await makeProduct(ctx, templateId, { title: 'Mug' })
    await ctx.db
      .updateTable('products')
      .set({
        attributes: JSON.stringify([{ name: 'Color', value, source: 'user' }]),
        configuration: JSON.stringify({ dynamicMappingEnabled: follows }),
      })
      .where('id', '=', id)
      .execute()
    await makeListing(
      ctx,
      { productId: id, templateId },
      { status: 'listed', externalId: `e-${id}`, list: true, sync: true },
    )
    ids.push(id)
  }
  return { templateId, ids }
}
const owed = async (ids: readonly number[]) => {
  const { ctx } = seller()
  const rows = await ctx.db
    .selectFrom('listingDebts as d')
    .innerJoin('listingProducts as l', 'l.id', 'd.listingId')
    .select(['l.productId', 'd.pending'])
    .where('l.organizationId', '=', ctx.organizationId)
    .where('l.productId', 'in', ids)
    .orderBy('l.productId')
    .execute()
  return rows.map(({ pending }) => pending)
}
const paid = (ids: readonly number[]) =>
  seller()
    .ctx.db.updateTable('listingDebts')
    .set({ pending: null, pendingSince: null })
    .where('listingId', 'in', (q) => q.selectFrom('listingProducts').select('id').where('productId', 'in', ids))
    .execute()

describe('a change of rules', () => {
  it('says before which products and live listings read differently, old and new, and changes nothing by that', async () => {
    const { templateId, ids } = await shop(['Red', 'Blue', 'Red'])
    await shop(['Red'])
    await makeProduct(seller().ctx, templateId)
    const seen = await preview(templateId, [tab([mapping('Words', rule('red', 'in red'))])])
    expect(seen).toMatchObject({ total: 3, changing: 2, listings: 2, capped: false })
    expect(seen?.examples).toMatchObject([
      { productId: ids[0], changes: [{ field: 'title', before: 'Mug', after: 'Mug in red' }] },
      { productId: ids[2] },
    ])
    expect(await list(templateId)).toEqual([])
    expect(await owed(ids)).toEqual([null, null, null])
  })

  it('sends only the listings again that read differently, and notes them in the history', async () => {
    const { templateId, ids } = await shop(['Red', 'Blue'])
    const change = await saved(templateId, [tab([mapping('Words', rule('red', 'in red'))])])
    expect(change).toMatchObject({
      kind: 'rules',
      title: 'Dynamic mapping: Words',
      state: 'done',
      total: 2,
      changed: 1,
      unchanged: 1,
    })
    expect(await owed(ids)).toEqual(['revise', null])
    expect((await items(change.id, 'changed'))?.data).toMatchObject([
      { productId: ids[0], changes: [{ field: 'title', before: 'Mug', after: 'Mug in red' }] },
    ])
  })

  it('is undone: the rules go back, the same listings follow, and it can be done again', async () => {
    const { templateId, ids } = await shop(['Red', 'Blue'])
    const words = mapping('Words', rule('red', 'in red'))
    await saved(templateId, [tab([words])])
    const before = await list(templateId)
    const change = await saved(templateId, [
      tab([mapping('More', rule('blue', 'in blue'))]),
      tab([mapping('Everywhere', rule('', 'new'))], { ownerType: 'Global' }),
    ])
    expect(change).toMatchObject({ title: 'Dynamic mapping: More, Words, Everywhere' })
    await paid(ids)
    const back = (await undo(change.id)).body.data
    expect(back).toMatchObject({ kind: 'undo', state: 'done', undoes: change.id })
    expect(await owed(ids)).toEqual(['revise', 'revise'])
    const rules = (of: Awaited<ReturnType<typeof list>>) => of.map((entry) => ({ ...entry, updatedAt: '' }))
    expect(rules(await list(templateId))).toEqual(rules(before))
    expect((await undo(change.id)).body).toMatchObject({ code: 'cannot_undo' })
    await undo(back?.id ?? 0)
    expect((await list(templateId)).map(({ name }) => name)).toEqual(['More', 'Everywhere'])
    await undo((await saved(templateId, [tab([], { ownerType: 'Global' })])).id)
    await saved(templateId, [tab([], { ownerType: 'Global' })])
  })

  it('brings a deleted mapping back with what products have switched off of it', async () => {
    const { templateId, ids } = await shop(['Red'])
    const words = mapping('Words', rule('red', 'in red'))
    await saved(templateId, [tab([{ ...words, enabled: false }])], { productId: ids[0] })
    const removal = await saved(templateId, [tab([])])
    await undo(removal.id)
    expect(await list(templateId, ids[0])).toMatchObject([{ name: 'Words', enabled: false }])
  })

  it('switches a mapping for one product, and back', async () => {
    const { templateId, ids } = await shop(['Red', 'Red'])
    const words = mapping('Words', rule('red', 'in red'))
    await saved(templateId, [tab([words])])
    await paid(ids)
    const off = await saved(templateId, [tab([{ ...words, enabled: false }])], { productId: ids[1] })
    expect(off).toMatchObject({ total: 1, changed: 1 })
    expect(await owed(ids)).toEqual([null, 'revise'])
    await undo(off.id)
    expect(await list(templateId, ids[1])).toMatchObject([{ enabled: true }])
  })

  it('can be undone when no product follows it, and cannot be stopped halfway', async () => {
    const { templateId } = await shop(['Red'], false)
    const change = await saved(templateId, [tab([mapping('Words', rule('red', 'in red'))])])
    expect(change).toMatchObject({ total: 0, changed: 0, error: '', undoUntil: expect.any(String) })
    const back = (await undo(change.id)).body.data
    expect([back?.state, await list(templateId)]).toEqual(['done', []])
    expect((await undo(change.id)).body).toMatchObject({ code: 'cannot_undo', message: 'This was undone already.' })
    await seller()
      .ctx.db.updateTable('changeSets')
      .set({ state: 'waiting' })
      .where('id', '=', back?.id ?? 0)
      .execute()
    const stopped = await app().call(cancelChangeSet, { ...as(), params: { id: back?.id ?? 0 }, body: {} })
    expect(stopped.body).toMatchObject({ code: 'cannot_undo' })
    expect(await run(back?.id ?? 0)).toMatchObject({ state: 'done' })
  })

  it('is not undone where somebody changed the rules since, and not saved over what somebody saved meanwhile', async () => {
    const { templateId } = await shop(['Red'])
    const first = await saved(templateId, [tab([mapping('Words', rule('red', 'in red'))])])
    const seen = (await list(templateId)).map(({ uuid, updatedAt }) => ({ uuid, updatedAt }))
    await saved(templateId, [tab([mapping('Other', rule('red', 'so red'))])])
    expect((await undo(first.id)).body).toMatchObject({
      code: 'cannot_undo',
      message: expect.stringContaining('changed later'),
    })
    expect((await set(first.id)).undoneBy).toBeNull()
    const late = await ask(templateId, [tab([], { seen })])
    expect(late.body).toMatchObject({ code: 'edit_conflict' })
    expect((await list(templateId)).map(({ name }) => name)).toEqual(['Other'])
  })

  it('sends every follower again while another change of rules is still at work', async () => {
    const { templateId, ids } = await shop(['Red', 'Blue'])
    const first = await saved(templateId, [tab([mapping('Words', rule('red', 'in red'))])])
    await paid(ids)
    const { db } = seller().ctx
    await db.updateTable('changeSets').set({ state: 'running' }).where('id', '=', first.id).execute()
    await saved(templateId, [tab([mapping('Words', rule('red', 'so red'))])])
    expect(await owed(ids)).toEqual(['revise', 'revise'])
    await db.updateTable('changeSets').set({ state: 'done' }).where('id', '=', first.id).execute()
  })

  it('changes nothing where the list is as it was', async () => {
    const { templateId } = await shop(['Red'])
    const words = mapping('Words', rule('red', 'in red'))
    await saved(templateId, [tab([words])])
    const { body } = await ask(templateId, [tab([words])])
    expect([body.success, body.data]).toEqual([true, null])
  })

  it('names the field of a list among several that is not right', async () => {
    const { templateId } = await shop([])
    const { body } = await ask(templateId, [tab([]), tab([mapping('A'), mapping('a')], { ownerType: 'Global' })])
    expect(body.fields).toEqual({ 'tabs.1.dynamicMappings.1.name': 'Name already exists' })
  })
})
