import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { mergeAttributes, previewMerge } from '#contract/products/merging.ts'
import { updateProduct } from '#contract/products/products.ts'
import { getTemplate, saveTemplate } from '#contract/templates.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { changesShop } from '../../testing/shop/changes.ts'

const { app, seller, as, product, save, set, run, items, undo } = changesShop()

const template = async () =>
  (await makeTemplate(seller().ctx, { attributes: [{ name: 'Colour', options: ['Red'] }, { name: 'Color' }] })).id
const made = async (templateId: number, values: Record<string, string>) => {
  const { id } = await makeProduct(seller().ctx, templateId)
  await save([{ id, attributes: Object.entries(values).map(([name, value]) => ({ name, value })) }])
  return id
}
const ask = (body: object) => app().call(mergeAttributes, { ...as(), body: body as never })
const preview = (body: object) => app().call(previewMerge, { ...as(), body: body as never })
const merged = async (body: object) => {
  const { data, message } = (await ask(body)).body
  if (!data) throw new Error(message)
  return run(data.id)
}
const valuesOf = async (id: number) => Object.fromEntries((await product(id)).attributes.map((a) => [a.name, a.value]))
const read = async (id: number) => {
  const { data } = (await app().call(getTemplate, { ...as(), params: { id } })).body
  if (!data) throw new Error(`no template ${id}`)
  return data
}
const request = (templateId: number, more: object = {}) => ({
  templateId,
  source: 'Colour',
  target: 'Color',
  action: 'fill',
  deleteSource: false,
  ...more,
})

describe('merging attributes', () => {
  it('TPL-224 TPL-155 changes every product of the template, as a job, and says before how many', async () => {
    const templateId = await template()
    const ids = [
      await made(templateId, { Colour: 'Red' }),
      await made(templateId, { Colour: 'Red', Color: 'Blue' }),
      await made(templateId, { Color: 'Green' }),
    ]
    const elsewhere = await made(await template(), { Colour: 'Red' })
    const seen = async (action: string) => (await preview(request(templateId, { action }))).body.data
    expect(await seen('fill')).toMatchObject({ total: 3, changing: 1, filled: 1, replaced: 0, emptied: 0, failing: 0 })
    expect(await seen('replace')).toMatchObject({ changing: 2, filled: 1, replaced: 1, emptied: 0 })
    expect(await seen('overwrite')).toMatchObject({ changing: 3, filled: 1, replaced: 1, emptied: 1 })
    expect((await seen('fill'))?.examples).toMatchObject([
      { productId: ids[0], changes: [{ field: 'attr.Color', before: '', after: 'Red' }] },
    ])
    const { data: job } = (await ask(request(templateId, { action: 'overwrite' }))).body
    expect(job).toMatchObject({ state: 'waiting', title: 'Merged attribute Colour into Color' })
    expect(await run(job?.id ?? 0)).toMatchObject({ state: 'done', total: 3, changed: 3, failed: 0 })
    expect(await Promise.all(ids.map(valuesOf))).toEqual([
      { Colour: 'Red', Color: 'Red' },
      { Colour: 'Red', Color: 'Red' },
      { Color: '' },
    ])
    expect(await valuesOf(elsewhere)).toEqual({ Colour: 'Red' })
    expect((await preview(request(templateId, { action: 'overwrite' }))).body.data).toMatchObject({ changing: 0 })
  })

  it('TPL-224 of five thousand products each is changed once, and none of another template', async () => {
    const { db, organizationId } = seller().ctx
    const templateId = await template()
    const colours = sql`case n % 4 when 0 then '[]'::jsonb
      when 1 then '[{"name":"Colour","value":"Red"}]' when 2 then '[{"name":"Colour","value":"Red"},{"name":"Color","value":"Blue"}]'
      else '[{"name":"Color","value":"Green"}]' end`
    await sql`
      with made as (
        insert into products (organization_id, template_id, sku, title, attributes)
        select ${organizationId}, ${templateId}, 'MANY-' || n, 'Mug ' || n, ${colours} from generate_series(0, 4999) n returning id, sku)
      insert into stock_levels (organization_id, product_id, sku, on_hand) select ${organizationId}, id, sku, 1 from made`.execute(
      db,
    )
    const elsewhere = await made(await template(), { Colour: 'Red' })
    const body = request(templateId, { action: 'replace', deleteSource: true })
    expect((await preview(body)).body.data).toMatchObject({ total: 5000, filled: 1250, replaced: 1250, failing: 0 })
    expect(await merged(body)).toMatchObject({ state: 'done', changed: 2500, failed: 0, error: '' })
    const { rows } = await sql`
      select coalesce((select string_agg((a ->> 'name') || '=' || (a ->> 'value'), ' ') from jsonb_array_elements(attributes) a), '') as shown, version, count(*)::int as n
      from products where organization_id = ${organizationId} and template_id = ${templateId} group by 1, 2 order by 1, 2`.execute(
      db,
    )
    expect(rows).toEqual([
      { shown: '', version: 1, n: 1250 },
      { shown: 'Color=Green', version: 1, n: 1250 },
      { shown: 'Color=Red', version: 2, n: 2500 },
    ])
    expect(await valuesOf(elsewhere)).toEqual({ Colour: 'Red' })
  }, 60_000)

  it('TPL-151 deletes the source from template and products when asked, also without products, and takes it back', async () => {
    const templateId = await template()
    await app().call(saveTemplate, {
      ...as(),
      params: { id: templateId },
      body: { productTemplate: { title: '{{Colour}} mug', variations: ['Colour'] } },
    })
    const id = await made(templateId, { Colour: 'Red' })
    await app().call(updateProduct, {
      ...as(),
      body: {
        product: {
          id,
          title: '{{Colour}} mug',
          variations: [{ name: 'Red', sku: `${id}-R`, quantity: 3, attributes: [{ name: 'Colour', value: 'Red' }] }],
        },
      },
    })
    const job = await merged(request(templateId, { deleteSource: true }))
    expect(job).toMatchObject({ state: 'done', changed: 1, error: '' })
    expect(await read(templateId)).toMatchObject({ title: '{{Color}} mug', variations: ['Color'] })
    expect((await read(templateId)).attributes.map((a) => a.name)).not.toContain('Colour')
    const after = await product(id)
    expect(after).toMatchObject({
      title: '{{Color}} mug',
      variations: [{ quantity: 3, attributes: [{ name: 'Color' }] }],
    })
    expect(await valuesOf(id)).toEqual({ Color: 'Red' })
    await undo(job.id)
    expect(await read(templateId)).toMatchObject({ title: '{{Colour}} mug', variations: ['Colour'] })
    expect((await read(templateId)).attributes.find((a) => a.name === 'Colour')).toMatchObject({ options: ['Red'] })
    expect(await product(id)).toMatchObject({
      title: '{{Colour}} mug',
      variations: [{ attributes: [{ name: 'Colour' }] }],
    })
    expect(await valuesOf(id)).toEqual({ Colour: 'Red' })

    const empty = await template()
    expect(await merged(request(empty, { deleteSource: true }))).toMatchObject({ state: 'done', total: 0, error: '' })
    expect((await read(empty)).attributes.map((a) => a.name)).not.toContain('Colour')
  })

  it('TPL-151 keeps the source while a product could not pass its value on', async () => {
    const templateId = await template()
    const id = await made(templateId, { Colour: 'x'.repeat(5000) })
    const job = await merged(request(templateId, { target: 'Vendor', deleteSource: true }))
    expect(job).toMatchObject({
      failed: 1,
      error: '“Colour” wasn’t deleted because some products couldn’t be updated.',
    })
    expect((await items(job.id, 'failed'))?.data).toMatchObject([
      { productId: id, fields: { vendor: expect.any(String) } },
    ])
    expect((await read(templateId)).attributes.map((a) => a.name)).toContain('Colour')
  })

  it('TPL-152 TPL-153 needs two attributes of the template and an action; each is told at its field', async () => {
    const templateId = await template()
    const fieldsOf = async (more: object) => (await ask(request(templateId, more))).body.fields
    expect(await fieldsOf({ target: undefined })).toEqual({ target: 'Choose a target attribute.' })
    expect(await fieldsOf({ target: '' })).toEqual({ target: 'Choose a target attribute.' })
    expect(await fieldsOf({ action: undefined })).toEqual({ action: 'Choose an action.' })
    expect(await fieldsOf({ target: 'Mood' })).toEqual({ target: '"Mood" is not an attribute of this template.' })
    expect(await fieldsOf({ target: 'colour' })).toEqual({
      target: 'Choose another attribute than the one that is merged.',
    })
    expect(await fieldsOf({ source: 'Brand', deleteSource: true })).toEqual({
      deleteSource: 'Brand cannot be removed.',
    })
    const neighbour = await makeSeller(app().services)
    const theirs = await app().call(mergeAttributes, { as: neighbour.as, body: request(templateId) as never })
    expect(theirs.status).toBe(404)
  })

  it('takes attributes by id as well, and done by two at once changes nothing twice', async () => {
    const templateId = await template()
    const id = await made(templateId, { Colour: 'Red' })
    const { attributes } = await read(templateId)
    const idOf = (name: string) => attributes.find((a) => a.name === name)?.id
    const { data: job } = (await ask(request(templateId, { source: idOf('Colour'), target: idOf('Color') }))).body
    await Promise.all([run(job?.id ?? 0), run(job?.id ?? 0)])
    expect(await set(job?.id ?? 0)).toMatchObject({ state: 'done', total: 1, changed: 1 })
    expect(await valuesOf(id)).toEqual({ Colour: 'Red', Color: 'Red' })
  })

  it('of two that would delete each other one is done, and the other says what is gone', async () => {
    const templateId = await template()
    const id = await made(templateId, { Colour: 'Red', Color: 'Blue' })
    const first = (await ask(request(templateId, { action: 'replace', deleteSource: true }))).body.data
    const crossing = { source: 'Color', target: 'Colour', action: 'replace', deleteSource: true }
    const second = (await ask(request(templateId, crossing))).body.data
    expect(await run(first?.id ?? 0)).toMatchObject({ state: 'done', changed: 1, error: '' })
    const message = '"Colour" is no longer an attribute of this template.'
    expect(await run(second?.id ?? 0)).toMatchObject({ state: 'done', changed: 0, failed: 1, error: message })
    expect((await items(second?.id ?? 0, 'failed'))?.data).toMatchObject([{ productId: id, error: message }])
    expect((await read(templateId)).attributes.map((a) => a.name)).toContain('Color')
    expect(await valuesOf(id)).toEqual({ Color: 'Red' })
  })
})
