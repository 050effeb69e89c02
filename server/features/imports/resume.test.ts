import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSeller } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { upload } from '../../testing/files/import-file.ts'
import { type ImportApp, importApp } from '../../testing/shop/imports.ts'
import { applyImport } from './applying/apply.ts'
import { purgeImportsJob, sweepImports } from './jobs.ts'
import * as queries from './queries.ts'
import { cancel } from './service.ts'

const ROWS = 1800
let app: ImportApp
beforeAll(async () => {
  app = await importApp()
})
afterAll(() => app.stop())

/** An import that is about to be applied by nobody yet. */
async function begun() {
  const { ctx, as, templateId: template, ...steps } = await app.shop()
  const { id } = await steps.planned(
    `sku,title,quantity\n${Array.from({ length: ROWS }, (_, n) => `R-${n},Row ${n},5`).join('\n')}`,
    { template },
  )
  await queries.update(ctx, id, { state: 'applying', done: 0 })
  const counts = async () => {
    const {
      rows: [row],
    } = await sql<{ products: number; levels: number; movements: number; changed: number }>`
      select (select count(*) from products)::int as products, (select count(*) from stock_levels where on_hand = 5)::int as levels, (select count(*) from stock_movements)::int as movements,
        (select count(*) from change_set_items where state = 'changed')::int as changed`.execute(ctx.db)
    return row
  }
  return { ctx, as, id, template, counts, ...steps }
}
/** The same process, which is told to end each time that it asks. @param then what happens at that moment */
const ending = (ctx: Ctx, then?: () => Promise<unknown>): Ctx => {
  const stopping = {
    get aborted() {
      void then?.()
      return then === undefined
    },
  } as AbortSignal
  return { ...ctx, services: { ...ctx.services, stopping } }
}

describe('an import that is interrupted', () => {
  it('goes on where it stopped, and does nothing twice', async () => {
    const { ctx, id, counts, get } = await begun()
    await expect(applyImport(ending(ctx), id)).rejects.toThrow('this process ends')
    const half = await get(id)
    expect(half).toMatchObject({ state: 'applying' })
    expect(half?.done).toBeGreaterThan(0)
    expect(half?.done).toBeLessThan(ROWS)
    expect(await counts()).toMatchObject({ products: half?.done })
    await applyImport(ctx, id)
    expect(await get(id)).toMatchObject({ state: 'done', done: ROWS, applied: { create: ROWS } })
    expect(await counts()).toMatchObject({ products: ROWS, levels: ROWS })
  })
  it('is done once where two workers have it', async () => {
    const { ctx, id, counts, get } = await begun()
    await Promise.all([applyImport(ctx, id), applyImport(ctx, id), applyImport(ctx, id)])
    await applyImport(ctx, id)
    expect(await get(id)).toMatchObject({ state: 'done', applied: { create: ROWS } })
    expect(await counts()).toMatchObject({ products: ROWS, levels: ROWS })
  })
  it('stops when it is cancelled; what it did stays', async () => {
    const { ctx, id, counts, get } = await begun()
    let request: Promise<unknown> | undefined
    await applyImport(
      ending(ctx, () => (request ??= cancel(ctx, id))),
      id,
    )
    await request
    const record = await get(id)
    expect(record).toMatchObject({ state: 'cancelled' })
    expect(record?.applied.create).toBe((await counts())?.products)
    expect(record?.applied.create).toBeLessThan(ROWS)
  })
  it('is found again when everybody forgot it', async () => {
    const { ctx, id, reach } = await begun()
    await ctx.db
      .updateTable('imports')
      .set({ touchedAt: new Date(Date.now() - 3_600_000) })
      .where('id', '=', id)
      .execute()
    await sweepImports(app.services)
    expect(await reach(id, 'done')).toMatchObject({ applied: { create: ROWS } })
  })
  it('a row that the database refuses is told, and does not hold up the others', async () => {
    const { template, planned, apply, rows } = await begun()
    await sql`create function refuse_odd() returns trigger language plpgsql as $$ begin if new.title = 'bad' then raise exception using errcode = '23514', message = 'no'; end if; return new; end $$`.execute(
      app.services.database.system,
    )
    await sql`create trigger refuse_odd before insert on products for each row execute function refuse_odd()`.execute(
      app.services.database.system,
    )
    const { id } = await planned('sku,title\nA,good\nB,bad\nC,fine\n', { template })
    const done = await apply(id)
    expect(done).toMatchObject({ state: 'done', applied: { create: 2, error: 1 } })
    expect((await rows(id, 'error')).map((r) => [r.sku, r.errors['']])).toEqual([
      ['B', 'Something went wrong on our side. This row was not imported.'],
    ])
    await sql`drop trigger refuse_odd on products`.execute(app.services.database.system)
  })
  it('is forgotten with its file after 30 days', async () => {
    const { ctx, id } = await begun()
    await ctx.db
      .updateTable('imports')
      .set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', id)
      .execute()
    const { data } = await upload(app, (await makeSeller(app.services)).as, 'sku\nA\n')
    await purgeImportsJob(app.services, ctx)
    const {
      rows: [left],
    } = await sql<{
      n: number
    }>`select (select count(*) from imports)::int + (select count(*) from import_rows)::int + (select count(*) from import_units)::int as n`.execute(
      ctx.db,
    )
    expect([left?.n, data.state]).toEqual([0, 'mapping'])
  })
})
