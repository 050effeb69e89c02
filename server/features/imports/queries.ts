import { type Kysely, type Selectable, type Updateable, sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { ImportOutcome } from '#contract/imports.ts'
import type { CsvRecord } from '#domain/imports/reading/csv.ts'
import type { Ctx } from '../../context.ts'
import type { DB } from '../../db/types.ts'
import type { AskedReading, ImportsTable } from '../../db/tables/imports.ts'
import { importRows, imports } from '../../observing/metrics.ts'

export type ImportRecord = Selectable<ImportsTable>

export const insert = (
  ctx: Ctx,
  input: {
    kind: 'products' | 'templates'
    fileName: string
    asked?: AskedReading
    integrationId?: number
    channel?: ChannelId
  },
) =>
  ctx.db
    .insertInto('imports')
    .values({
      organizationId: ctx.organizationId,
      userId: ctx.userId,
      changeSetId: null,
      kind: input.kind,
      fileName: input.fileName,
      integrationId: input.integrationId ?? null,
      channel: input.channel ?? null,
      asked: JSON.stringify(input.asked ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const find = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('imports')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

export const lock = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('imports')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Adds to the counts of an import, which several transactions do at once. @returns false when it was cancelled or taken over: then nothing may be kept */
export async function addCounts(
  ctx: Ctx,
  { id, run }: ImportRecord,
  state: 'planning' | 'applying',
  rows: number,
  outcomes: Partial<Record<ImportOutcome, number>>,
): Promise<boolean> {
  const column = sql.ref(state === 'planning' ? 'outcomes' : 'applied')
  const { numAffectedRows } = await sql`
    update imports set done = done + ${rows}::int, touched_at = ${ctx.services.clock.now()},
      ${column} = (select coalesce(jsonb_object_agg(key, n), '{}') from (
        select key, sum(value::int) as n from (select * from jsonb_each_text(${column}) union all select * from jsonb_each_text(${JSON.stringify(outcomes)}::jsonb)) each group by key) sums)
    where organization_id = ${ctx.organizationId} and id = ${id} and state = ${state} and run = ${run}`.execute(ctx.db)
  const counts = numAffectedRows === 1n
  if (counts && state === 'applying')
    for (const [outcome, n] of Object.entries(outcomes)) importRows.inc({ outcome }, n)
  return counts
}

export const list = (ctx: Ctx, { offset, limit }: { offset: number; limit: number }) =>
  ctx.db
    .selectFrom('imports')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()

export const count = async (ctx: Ctx) =>
  (
    await ctx.db
      .selectFrom('imports')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('organizationId', '=', ctx.organizationId)
      .executeTakeFirstOrThrow()
  ).n

const ends = ['done', 'failed', 'cancelled'] as const
const isEnd = (state: unknown): state is (typeof ends)[number] => ends.some((end) => end === state)

export async function update(ctx: Ctx, id: number, fields: Updateable<ImportsTable>): Promise<void> {
  await ctx.db
    .updateTable('imports')
    .set({ touchedAt: ctx.services.clock.now(), ...fields })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()
  if (isEnd(fields.state)) imports.inc({ outcome: fields.state })
}

export const remove = (ctx: Ctx, id: number) =>
  ctx.db.deleteFrom('imports').where('organizationId', '=', ctx.organizationId).where('id', '=', id).execute()

/** A job takes the import on. @returns its run, by which it knows later that no other took over; undefined when the import is not in this state */
export async function takeOn(ctx: Ctx, id: number, state: ImportRecord['state']): Promise<ImportRecord | undefined> {
  return ctx.db
    .updateTable('imports')
    .set({ run: sql`run + 1` })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()
}

export const insertChunk = (ctx: Ctx, importId: number, position: number, content: Buffer) =>
  ctx.db
    .insertInto('importChunks')
    .values({ organizationId: ctx.organizationId, importId, position, content })
    .execute()

export const chunk = (ctx: Ctx, importId: number, position: number) =>
  ctx.db
    .selectFrom('importChunks')
    .select('content')
    .where('organizationId', '=', ctx.organizationId)
    .where('importId', '=', importId)
    .where('position', '=', position)
    .executeTakeFirst()

export async function clear(
  ctx: Ctx,
  importId: number,
  table: 'importRows' | 'importUnits' | 'importChunks',
): Promise<void> {
  await ctx.db
    .deleteFrom(table)
    .where('organizationId', '=', ctx.organizationId)
    .where('importId', '=', importId)
    .execute()
}

/** A text array as PostgreSQL writes it. */
const arrayText = (cells: readonly string[]) =>
  `{${cells.map((cell) => `"${cell.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`

/** An import that exists, and will until the transaction ends: whose records and units are written. */
export const isLocked = (ctx: Ctx, importId: number) =>
  sql`(select organization_id, id from imports where organization_id = ${ctx.organizationId} and id = ${importId} for key share) i`

/** Cells of a record, and their characters together: an empty cell is work as well. */
const charactersOf = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.length + 1, 0)
/** From here on a record travels as JSON: text arrays are read more quickly, but looked through for quotation marks on this thread. */
const LONG_RECORD = 50_000

/** Records as a table of `line`, `cells` and `characters`. */
function asTable(records: readonly CsvRecord[]) {
  const sizes = records.map(({ cells }) => charactersOf(cells))
  if (!sizes.some((size) => size >= LONG_RECORD))
    return sql`(select line, cells::text[] as cells, characters from unnest(${records.map((r) => r.line)}::int[], ${records.map((r) => arrayText(r.cells))}::text[], ${sizes}::int[]) as r(line, cells, characters))`
  const whole = records.map(({ line, cells }, n) => [
    line,
    sizes[n],
    cells.map((cell) => (cell.isWellFormed() ? cell : cell.toWellFormed())),
  ])
  return sql`(select (r->>0)::int as line, array(select json_array_elements_text(r->2)) as cells, (r->>1)::int as characters from json_array_elements(${JSON.stringify(whole)}::json) as r)`
}

export const insertRows = (ctx: Ctx, importId: number, records: readonly CsvRecord[]) =>
  sql`
  insert into import_rows (organization_id, import_id, line, cells, characters)
  select i.organization_id, i.id, line, cells, characters from ${isLocked(ctx, importId)}, ${asTable(records)} as r
  on conflict do nothing`.execute(ctx.db)

/** Writes records anew that were corrected. */
export const updateRows = (ctx: Ctx, importId: number, records: readonly CsvRecord[]) =>
  sql`
  update import_rows w set cells = r.cells, characters = r.characters
  from ${asTable(records)} as r
  where w.organization_id = ${ctx.organizationId} and w.import_id = ${importId} and w.line = r.line`.execute(ctx.db)

/** Records by line; as JSON, which is read much faster than an array. */
export async function rows(ctx: Ctx, importId: number, lines: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ line: number; cells: string[] }>`
    select line, to_json(cells) as cells from import_rows where organization_id = ${ctx.organizationId} and import_id = ${importId} and line = any(${lines}::int[])`.execute(
    ctx.db,
  )
  return new Map(rows.map((r) => [r.line, r.cells]))
}

export const remembered = (ctx: Ctx, kind: string, shape: string) =>
  ctx.db
    .selectFrom('importMappings')
    .select('mapping')
    .where('organizationId', '=', ctx.organizationId)
    .where('kind', '=', kind)
    .where('shape', '=', shape)
    .executeTakeFirst()

export const remember = (ctx: Ctx, kind: string, shape: string, mapping: string) =>
  ctx.db
    .insertInto('importMappings')
    .values({ organizationId: ctx.organizationId, kind, shape, mapping })
    .onConflict((c) =>
      c
        .columns(['organizationId', 'kind', 'shape'])
        .doUpdateSet((e) => ({ mapping, usedAt: e.ref('excluded.usedAt') })),
    )
    .execute()

/** Rows looked through for values. */
const COUNTED = 50_000
/** How many rows of the beginning of a file have these values (in small letters) in these columns. */
export async function countValues(
  ctx: Ctx,
  importId: number,
  columns: readonly number[],
  values: readonly string[],
): Promise<{ position: number; value: string; n: number }[]> {
  if (columns.length === 0 || values.length === 0) return []
  const { rows } = await sql<{ position: number; value: string; n: number }>`
    select c.position, v.value, count(*)::int as n
    from (select cells from import_rows where organization_id = ${ctx.organizationId} and import_id = ${importId} order by line limit ${COUNTED}) r
    cross join unnest(${columns}::int[]) as c(position) join unnest(${values}::text[]) as v(value) on v.value = lower(trim(r.cells[c.position + 1]))
    group by 1, 2`.execute(ctx.db)
  return rows
}

/**
 * The planner's idea of tables that an import fills, so that others' lists stay quick while it does: of what lists are sorted by, since words and terms
 * take a hundred times as long. Nothing where the tables held far more before; PostgreSQL looks after them in time by itself.
 * @param written products so far
 */
export async function analyse(system: Kysely<DB>, written: number): Promise<void> {
  const {
    rows: [known],
  } = await sql<{ n: number }>`select reltuples::int as n from pg_class where oid = 'products'::regclass`.execute(
    system,
  )
  if ((known?.n ?? 0) > 2 * written) return
  await sql`
    analyze products (organization_id, id, template_id, sku, title, condition, price, cost, bin, readiness, created_at, updated_at), product_facts, product_sorts, stock_levels, variations`.execute(
    system,
  )
}

/** Of the keys alone: the cells of a record are wide, and nothing is looked up by them. */
const keysOf = {
  import_rows: 'organization_id, import_id, line',
  import_units: 'organization_id, import_id, line, outcome, applied',
}
/** Below this, reading everything is as quick. */
const MANY = 1000

/** Tells the planner what an import keeps. It would read all of it for each few lines that are looked up, until PostgreSQL counts them by itself. @param written by this import */
export async function analyseKept(system: Kysely<DB>, table: keyof typeof keysOf, written: number): Promise<void> {
  if (written >= MANY) await sql.raw(`analyze ${table} (${keysOf[table]})`).execute(system)
}

export const templateExists = async (ctx: Ctx, id: number) =>
  (await ctx.db
    .selectFrom('productTemplates')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined

export async function templateNames(ctx: Ctx): Promise<Map<number, string>> {
  const rows = await ctx.db
    .selectFrom('productTemplates')
    .select(['id', 'name'])
    .where('organizationId', '=', ctx.organizationId)
    .execute()
  return new Map(rows.map((r) => [r.id, r.name]))
}
