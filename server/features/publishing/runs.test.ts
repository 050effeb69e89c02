import { beforeAll, describe, expect, it } from 'vitest'
import { recentNotifications, saveNotificationSetting } from '#contract/notifications.ts'
import * as contract from '#contract/publishing.ts'
import { makeTemplate } from '#seed/make.ts'
import { counted, publishingDesk } from '../../testing/shop/many.ts'
import { purgePublishingJob } from './forget.ts'

const desk = publishingDesk()
const { preset, products, ask, run, get, begin, through } = desk
let templateId: number
beforeAll(async () => {
  templateId = (await makeTemplate(desk.shop.ctx)).id
  await preset(templateId)
})

describe('the times that many products were listed', () => {
  it('are found again, newest first, with what failed of each; who asked for it is told of the end', async () => {
    const as = desk.shop.as
    const [first = 0] = await products(templateId, 1)
    const before = await begin([first], ['etsy'])
    const id = await begin([first], ['ebay', 'shopify'])
    await run(id)
    const page = async (offset: number) =>
      (await desk.app.call(contract.listPublishing, { query: { offset, limit: 1 }, as })).body.data
    const { data: rows = [], items = 0 } = (await page(0)) ?? {}
    expect(rows).toMatchObject([{ id, state: 'ready', products: 1, failed: 0, failedCapped: false, finishedAt: null }])
    expect(rows[0]?.accounts.map(({ channel }) => channel)).toEqual(['ebay', 'shopify'])
    expect(items).toBe(2)
    expect((await page(items))?.data).toEqual([])
    expect((await page(1))?.data).toMatchObject([{ id: before, accounts: [{ channel: 'etsy' }] }])

    await desk.app.call(saveNotificationSetting, { body: { kind: 'published', browser: true }, as })
    const long = await products(templateId, 1, { title: `Mug ${'very '.repeat(16)}good` })
    const both = await begin([first, ...long], ['ebay', 'shopify'])
    await run(both)
    expect((await page(0))?.data).toMatchObject([{ id: both, products: 2, failed: 1 }])
    await ask('startPublishing', both)
    expect((await through(both)).state).toBe('done')
    expect((await desk.app.call(recentNotifications, { as })).body.data).toMatchObject([
      {
        kind: 'published',
        subject: '2 products',
        detail: '3 listed, 1 not',
        path: `/inventory/publishing/${both}`,
      },
    ])
  })

  it('that are over keep their numbers and what failed, a day later without a row for each; all is forgotten 30 days after the last touch', async () => {
    const good = await products(templateId, 5)
    const [long = 0] = await products(templateId, 1, { title: `Mug ${'very '.repeat(16)}good` })
    const id = await begin([...good, long], ['ebay', 'shopify'])
    await run(id)
    await ask('startPublishing', id)
    const over = await through(id)
    const open = await begin(good, ['ebay'])
    await run(open)
    const { db, organizationId } = desk.shop.ctx
    const rows = async (runId: number) =>
      Number(
        (
          await db
            .selectFrom('publishItems')
            .select((e) => e.fn.countAll<string>().as('n'))
            .where('organizationId', '=', organizationId)
            .where('runId', '=', runId)
            .executeTakeFirstOrThrow()
        ).n,
      )
    const { clock } = desk.app.services
    const after = async (days: number) => {
      desk.app.services.clock = { ...clock, now: () => new Date(clock.now().getTime() + days * 86_400_000) }
      await purgePublishingJob(desk.app.services, { organizationId })
      desk.app.services.clock = clock
    }
    await after(0.9)
    expect([await rows(id), await rows(open)]).toEqual([12, 5])
    await after(1.1)
    expect([await rows(id), await rows(open)]).toEqual([1, 5])
    expect(await get(id)).toEqual(over)
    // What failed is mended after that, and counts beside what is known.
    await db
      .updateTable('products')
      .set({ title: 'Mug' })
      .where('organizationId', '=', organizationId)
      .where('id', '=', long)
      .execute()
    await ask('recheckPublishing', id)
    await run(id)
    await ask('startPublishing', id)
    const mended = await through(id)
    expect([counted(mended, 'listed'), mended.total]).toEqual([{ ebay: 6, shopify: 6 }, 12])
    await after(1.1)
    await after(2)
    expect([await rows(id), await get(id)]).toEqual([0, mended])

    // What still works is never forgotten: a quota may hold it for months.
    await db
      .updateTable('publishRuns')
      .set({ state: 'running' })
      .where('organizationId', '=', organizationId)
      .where('id', '=', open)
      .execute()
    await after(31)
    await expect(get(id)).rejects.toThrow('there is no such run')
    expect((await get(open)).state).toBe('running')
    await db
      .updateTable('publishRuns')
      .set({ state: 'paused' })
      .where('organizationId', '=', organizationId)
      .where('id', '=', open)
      .execute()
    await after(31)
    await expect(get(open)).rejects.toThrow('there is no such run')
    expect(await rows(open)).toBe(0)
  })
})
