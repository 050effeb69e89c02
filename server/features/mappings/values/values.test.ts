import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelId } from '#contract/channels/ids.ts'
import * as contract from '#contract/mappings/values.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { makeListing } from '../../../testing/shop/listed.ts'
import { valueMapsFor } from './service.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
})
afterAll(() => app.stop())

type Change = z.input<typeof contract.ValueMappingChange>
const field = (targetName: string, values: Record<string, string[]>) => ({
  uuid: randomUUID(),
  targetName,
  values: Object.entries(values).map(([targetValue, sourceValues]) => ({
    uuid: randomUUID(),
    targetValue,
    sourceValues,
  })),
})
const mapping = (name: string, more: Partial<Change> = {}): Change => ({
  uuid: randomUUID(),
  channel: 'ebay',
  name,
  mappings: [field('Mount', { 'Nikon Z': ['Z', 'nikon-z'] })],
  ...more,
})
const save = (valueMappings: Change[], deleteIds: number[] = [], as = seller.as) =>
  app.call(contract.saveValueMappings, { as, body: { valueMappings, deleteIds } })
const list = async (channel?: ChannelId, as = seller.as) =>
  (await app.call(contract.listValueMappings, { as, query: { channel } })).body.data ?? []
const clear = async () =>
  save(
    [],
    (await list()).map(({ id }) => id),
  )

describe('value mappings', () => {
  it('MAP-103..MAP-117 MAP-173 MAP-174 come back as they were saved, by channel and index', async () => {
    const first = mapping('Words', { index: 0, description: 'Of the old shop' })
    const saved = await save([mapping('Later', { index: 1 }), first, mapping('Theirs', { channel: 'etsy' })])
    expect(saved.status).toBe(200)
    const mappings = await list('ebay')
    expect(mappings.map(({ name }) => name)).toEqual(['Words', 'Later'])
    expect(mappings[0]).toEqual({
      ...first,
      id: expect.any(Number),
      active: true,
      configurations: [],
      updatedAt: expect.any(String),
    })
    expect((await list()).map(({ channel }) => channel)).toEqual(['ebay', 'ebay', 'etsy'])
  })
  it('MAP-152 MAP-174 those on the delete list go, and those that are not named stay', async () => {
    const [words, later] = await list('ebay')
    await save([mapping('Later', { uuid: later?.uuid ?? '', index: 5 })], [words?.id ?? 0])
    expect((await list('ebay')).map(({ id, name, index }) => [id, name, index])).toEqual([[later?.id, 'Later', 5]])
  })
  it('MAP-118..MAP-122 are switched by listing template and listing', async () => {
    await clear()
    const neighbour = await makeSeller(app.services)
    const template = await makeTemplate(seller.ctx)
    const product = await makeProduct(seller.ctx, template.id)
    await makeListing(seller.ctx, { productId: product.id, templateId: template.id })
    const { db, organizationId } = seller.ctx
    const listing = await db
      .selectFrom('listingProducts')
      .select(['id', 'integrationId'])
      .where('organizationId', '=', organizationId)
      .executeTakeFirstOrThrow()
    const listed = await db
      .insertInto('listingTemplates')
      .values({ organizationId, templateId: template.id, integrationId: listing.integrationId, channel: 'ebay' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const configurations = [
      { parentId: listed.id, childId: null, active: false },
      { parentId: listed.id, childId: listing.id, active: true },
    ]
    await save([mapping('Words', { configurations })])
    expect((await save([mapping('Theirs', { configurations })], [], neighbour.as)).status).toBe(404)
    expect(await list(undefined, neighbour.as)).toEqual([])
    const [first] = await list()
    expect(first?.configurations).toEqual(
      configurations.map((configuration) => ({
        ...configuration,
        valueMappingId: first?.id,
        childType: 'ListingProduct',
      })),
    )
    const mapsOf = await valueMapsFor(seller.ctx, ['ebay'])
    const at = (listingId: number | null) =>
      mapsOf('ebay', { listingTemplateId: listed.id, listingId })?.('mount', 'Z')?.value
    expect([at(listing.id), at(null), at(listing.id + 1)]).toEqual(['Nikon Z', undefined, undefined])
    expect(mapsOf('etsy', { listingTemplateId: null, listingId: null })).toBeUndefined()
  })
  it('are not saved over what somebody else saved meanwhile', async () => {
    const [words] = await list()
    const change = (description: string, updatedAt = words?.updatedAt ?? '') =>
      save([mapping('Words', { uuid: words?.uuid ?? '', description, updatedAt })])
    expect((await change('Mine')).status).toBe(200)
    const late = await change('Theirs')
    expect([late.status, late.body.code]).toEqual([409, 'edit_conflict'])
    expect((await change('Theirs', (await list())[0]?.updatedAt ?? '')).status).toBe(200)
  })
  it('do not come back by the save of somebody who did not see that they were deleted', async () => {
    await save([mapping('Gone')])
    const removed = (await list()).find(({ name }) => name === 'Gone')
    await save([], [removed?.id ?? 0])
    const late = (updatedAt?: string) => save([mapping('Gone', { uuid: removed?.uuid ?? '', updatedAt })])
    expect((await late(removed?.updatedAt)).body.code).toBe('edit_conflict')
    // Who takes the deletion back says nothing of when it was read.
    expect((await late()).status).toBe(200)
    await save([], [(await list()).find(({ name }) => name === 'Gone')?.id ?? 0])
  })
  it.each<[string, () => Change[], string]>([
    ['MAP-148 MAP-155 two of a name', () => [mapping('A'), mapping(' a ')], 'valueMappings.1.name'],
    [
      'two of an id',
      () => {
        const valueMap = mapping('A')
        return [valueMap, mapping('B', { uuid: valueMap.uuid })]
      },
      'valueMappings.1.uuid',
    ],
    ['MAP-148 the name of one that stays', () => [mapping('words', { channel: 'etsy' })], 'valueMappings.0.name'],
    [
      'MAP-151 two fields of a name',
      () => [mapping('B', { mappings: [field('Mount', {}), field('mount', {})] })],
      'valueMappings.0.mappings.1.targetName',
    ],
    [
      'MAP-150 two rows with one target value',
      () => [
        mapping('B', {
          mappings: [
            { ...field('Mount', {}), values: [...field('', { X: ['a'] }).values, ...field('', { X: ['b'] }).values] },
          ],
        }),
      ],
      'valueMappings.0.mappings.0.values.1.targetValue',
    ],
    [
      'more values than are saved at once',
      () => [
        mapping('B', {
          mappings: [
            field(
              'M',
              Object.fromEntries(
                Array.from({ length: 21 }, (_, n) => [`t${n}`, Array.from({ length: 1000 }, (_v, v) => `${v}`)]),
              ),
            ),
          ],
        }),
      ],
      'valueMappings',
    ],
  ])('%s are refused at the field, and nothing is saved', async (_title, input, field) => {
    const before = await list()
    const { status, body } = await save(input())
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [field] })
    expect(await list()).toEqual(before)
  })
  it('keeps ten thousand values, with any text', async () => {
    await clear()
    const values = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, n) => [`Target ${n}`, [`Source ${n} <script>🙂 أ`]]),
    )
    expect((await save([mapping('Many', { mappings: [field('Mount', values)] })])).status).toBe(200)
    const [first] = await list()
    expect(first?.mappings[0]?.values.length).toBe(10_000)
    const map = (await valueMapsFor(seller.ctx, ['ebay']))('ebay', { listingTemplateId: null, listingId: null })
    expect(map?.('Mount', 'source 9999 <SCRIPT>🙂 أ')?.value).toBe('Target 9999')
  })
  it('belong to one organization: the neighbour neither sees nor deletes them', async () => {
    const neighbour = await makeSeller(app.services)
    const [ours] = await list()
    expect(await list(undefined, neighbour.as)).toEqual([])
    await save([mapping('Many', { uuid: ours?.uuid ?? '' })], [ours?.id ?? 0], neighbour.as)
    expect((await list()).map(({ name }) => name)).toEqual(['Many'])
    const { db } = neighbour.ctx
    await db
      .updateTable('valueMappings')
      .set({ name: 'Mine' })
      .where('id', '=', ours?.id ?? 0)
      .execute()
    expect((await list()).map(({ name }) => name)).toEqual(['Many'])
  })
  it('are for a guest to read alone', async () => {
    const guest = await makeUser(app.services)
    await makeMember(app.services, seller.organization.id, guest.id, 5)
    const as = await makeSession(app.services, guest.id, seller.organization.id)
    expect((await list(undefined, as)).length).toBe(1)
    expect((await save([mapping('Guest')], [], as)).status).toBe(403)
  })
})
