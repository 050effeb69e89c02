import { sql } from 'kysely'
import type { ImportOutcome } from '#contract/imports.ts'
import type { Difference } from '#domain/imports/planning/diff.ts'
import type { CsvRecord } from '#domain/imports/reading/csv.ts'
import type { Grouping } from '#domain/imports/reading/layouts.ts'
import type { Ctx } from '../../context.ts'
import { isLocked } from './queries.ts'

/** What names the product that a record belongs to, from the positions of columns (counted from 0). */
export interface GroupingColumns {
  parent: number | undefined
  sku: number | undefined
  marker: number | undefined
}

export const cell = (position: number | undefined) => sql`trim(coalesce(cells[${(position ?? -1) + 1}::int], ''))`

/** Puts the records of a file together to products: in one statement, for records of one product may stand anywhere. */
export async function makeUnits(
  ctx: Ctx,
  importId: number,
  grouping: Exclude<Grouping, { by: 'record' }>,
  columns: GroupingColumns,
): Promise<void> {
  const own = sql`organization_id = ${ctx.organizationId} and import_id = ${importId}`
  const into = sql`insert into import_units (organization_id, import_id, line, lines)`
  const from = isLocked(ctx, importId)
  if (grouping.by === 'start' || grouping.by === 'continuation') {
    const marks = sql`lower(${cell(columns.marker)}) = any(${grouping.values}::text[])`
    const begins = grouping.by === 'start' ? marks : sql`not ${marks}`
    await sql`${into} select i.organization_id, i.id, made.* from ${from}, (select min(line), array_agg(line order by line) from (
      select line, sum((${begins})::int) over (order by line) as unit from import_rows where ${own}) numbered group by unit) made`.execute(
      ctx.db,
    )
  } else {
    const parent = sql`nullif(${cell(columns.parent)}, '')`
    // A record without a parent is a unit of its own, by its SKU; a record without either forms one alone.
    const key =
      grouping.by === 'parent'
        ? sql`coalesce(${parent}, nullif(${cell(columns.sku)}, ''), 'line ' || line)`
        : sql`coalesce(${parent}, 'line ' || line)`
    await sql`${into} select i.organization_id, i.id, made.* from ${from}, (select min(line), array_agg(line order by line) from (select line, ${key} as unit from import_rows where ${own}) keyed group by unit) made`.execute(
      ctx.db,
    )
  }
}

export interface Unit {
  line: number
  lines: number[]
}

/** The next records, each of them a unit. */
export async function nextRows(ctx: Ctx, importId: number, after: number, limit: number): Promise<CsvRecord[]> {
  const { rows } = await sql<CsvRecord>`
    select line, to_json(cells) as cells from import_rows where organization_id = ${ctx.organizationId} and import_id = ${importId} and line > ${after} order by line limit ${limit}`.execute(
    ctx.db,
  )
  return rows
}

/** The next units that were put together. */
export const unplanned = (ctx: Ctx, importId: number, after: number, limit: number): Promise<Unit[]> =>
  ctx.db
    .selectFrom('importUnits')
    .select(['line', 'lines'])
    .where('organizationId', '=', ctx.organizationId)
    .where('importId', '=', importId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute()

/** The next units to be done. */
export const unapplied = (ctx: Ctx, importId: number, after: number, limit: number) =>
  ctx.db
    .selectFrom('importUnits')
    .select(['line', 'lines'])
    .where('organizationId', '=', ctx.organizationId)
    .where('importId', '=', importId)
    .where('applied', '=', false)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute()

/** Those of the units that are not applied yet, locked until the transaction ends. */
export async function holdUnits(ctx: Ctx, importId: number, lines: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.db
    .selectFrom('importUnits')
    .select('line')
    .where('organizationId', '=', ctx.organizationId)
    .where('importId', '=', importId)
    .where('line', '=', sql<number>`any(${lines}::int[])`)
    .where('applied', '=', false)
    .orderBy('line')
    .forUpdate()
    .execute()
  return new Set(rows.map((r) => r.line))
}

export interface Decision {
  line: number
  outcome: ImportOutcome
  productId: number | null
  changes: Difference[] | null
  errors: Record<string, string> | null
  applied: boolean
}

const sent = (decisions: readonly object[]) => sql`
  jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as d(line int, outcome text, "productId" bigint, changes jsonb, errors jsonb, applied boolean)`

/** Adds units of one record each. */
export const addDecided = (ctx: Ctx, importId: number, decisions: readonly Decision[]) =>
  sql`
  insert into import_units (organization_id, import_id, line, lines, outcome, product_id, changes, errors, applied)
  select i.organization_id, i.id, d.line, array[d.line], d.outcome, d."productId", d.changes, d.errors, d.applied from ${isLocked(ctx, importId)}, ${sent(decisions)}`.execute(
    ctx.db,
  )

/** Notes what became of units. */
export const settle = (ctx: Ctx, importId: number, done: readonly Omit<Decision, 'changes' | 'applied'>[]) =>
  sql`
  update import_units u set outcome = d.outcome, product_id = d."productId", errors = d.errors, applied = true
  from ${sent(done)} where u.organization_id = ${ctx.organizationId} and u.import_id = ${importId} and u.line = d.line`.execute(
    ctx.db,
  )

export const decide = (ctx: Ctx, importId: number, decisions: readonly Decision[]) =>
  sql`
  update import_units u set outcome = d.outcome, product_id = d."productId", changes = d.changes, errors = d.errors, applied = d.applied
  from ${sent(decisions)} where u.organization_id = ${ctx.organizationId} and u.import_id = ${importId} and u.line = d.line`.execute(
    ctx.db,
  )

export const units = (
  ctx: Ctx,
  importId: number,
  {
    outcome,
    problems,
    offset,
    limit,
  }: { outcome?: ImportOutcome | undefined; problems?: 'true' | undefined; offset: number; limit: number },
) => {
  const all = ctx.db
    .selectFrom('importUnits')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('importId', '=', importId)
  const matching = problems ? all.where('errors', 'is not', null).where('outcome', '!=', 'skip') : all
  return (outcome ? matching.where('outcome', '=', outcome) : matching)
    .orderBy('line')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** How many units were refused, whole or in part; counted up to `most`. */
export const countRefused = async (ctx: Ctx, importId: number, most: number): Promise<number> => {
  const some = ctx.db
    .selectFrom('importUnits')
    .select('line')
    .where('organizationId', '=', ctx.organizationId)
    .where('importId', '=', importId)
    .where('errors', 'is not', null)
    .where('outcome', '!=', 'skip')
    .limit(most)
    .as('some')
  return Number(
    (
      await ctx.db
        .selectFrom(some)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
}

/** The cells that are left out of units that are imported otherwise: those of the first units that have any. */
export const countSkippedCells = async (ctx: Ctx, importId: number, most: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select errors from import_units
      where organization_id = ${ctx.organizationId} and import_id = ${importId} and errors is not null and outcome not in ('skip', 'error')
      limit ${most}
    ) units, jsonb_object_keys(units.errors) as cells(key) where cells.key <> ''`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

/** The units that some lines of the file belong to. */
export const unitsOfLines = (ctx: Ctx, importId: number, lines: readonly number[]) =>
  ctx.db
    .selectFrom('importUnits')
    .select(['line', 'lines', 'outcome'])
    .where('organizationId', '=', ctx.organizationId)
    .where('importId', '=', importId)
    .where(sql<boolean>`lines && ${lines}::int[]`)
    .orderBy('line')
    .execute()

/** Lines of other units, of those that are not refused, that have one of these SKUs in a column. */
export const linesOfSkus = async (
  ctx: Ctx,
  importId: number,
  { position, skus, except }: { position: number | undefined; skus: readonly string[]; except: readonly number[] },
): Promise<Map<string, number>> => {
  if (position === undefined) return new Map()
  const { rows } = await sql<{ sku: string; line: number }>`
    select trim(r.cells[${position + 1}::int]) as sku, min(r.line) as line
    from import_rows r join import_units u
      on u.organization_id = r.organization_id and u.import_id = r.import_id and r.line = any(u.lines) and u.outcome <> 'error'
    where r.organization_id = ${ctx.organizationId} and r.import_id = ${importId}
      and trim(r.cells[${position + 1}::int]) = any(${skus}::text[]) and r.line <> all(${except}::int[])
    group by 1`.execute(ctx.db)
  return new Map(rows.map(({ sku, line }) => [sku, line]))
}

/** Units that were refused, whole or in part, after a line. */
export const refused = (ctx: Ctx, importId: number, after: number, limit: number) =>
  ctx.db
    .selectFrom('importUnits')
    .select(['line', 'lines', 'errors'])
    .where('organizationId', '=', ctx.organizationId)
    .where('importId', '=', importId)
    .where('line', '>', after)
    .where('errors', 'is not', null)
    .where('outcome', '!=', 'skip')
    .orderBy('line')
    .limit(limit)
    .execute()

export const countUnits = async (ctx: Ctx, importId: number, outcome: ImportOutcome): Promise<number> =>
  (
    await ctx.db
      .selectFrom('importUnits')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('organizationId', '=', ctx.organizationId)
      .where('importId', '=', importId)
      .where('outcome', '=', outcome)
      .executeTakeFirstOrThrow()
  ).n
