import { type RawBuilder, sql } from 'kysely'
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
  /** The number of a product, which other records name as `id:10` where it has no SKU. */
  id?: number | undefined
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
  const into = sql`insert into import_units (organization_id, import_id, line, lines, characters)`
  // Of more lines than a product may have, one says that there are too many.
  const together = sql`min(line), (array_agg(line order by line))[:${sql.lit(MOST_LINES + 1)}::int], least(sum(characters), 2147483647)`
  const from = isLocked(ctx, importId)
  if (grouping.by === 'start' || grouping.by === 'continuation') {
    const marks = sql`lower(${cell(columns.marker)}) = any(${grouping.values}::text[])`
    const begins = grouping.by === 'start' ? marks : sql`not ${marks}`
    await sql`${into} select i.organization_id, i.id, made.* from ${from}, (select ${together} from (
      select line, characters, sum((${begins})::int) over (order by line) as unit from import_rows where ${own}) numbered group by unit) made`.execute(
      ctx.db,
    )
  } else {
    const parent = sql`nullif(${cell(columns.parent)}, '')`
    const id = sql`'id:' || nullif(${cell(columns.id)}, '')`
    // A record without a parent is a unit of its own, by its SKU or else its number; a record without any forms one alone.
    const key =
      grouping.by === 'parent'
        ? sql`coalesce(${parent}, nullif(${cell(columns.sku)}, ''), ${id}, 'line ' || line)`
        : sql`coalesce(${parent}, 'line ' || line)`
    await sql`${into} select i.organization_id, i.id, made.* from ${from}, (select ${together} from (select line, characters, ${key} as unit from import_rows where ${own}) keyed group by unit) made`.execute(
      ctx.db,
    )
  }
}

/** Lines of one product, with its variations and pictures. */
export const MOST_LINES = 2000
/** Of all lines of one product together. */
export const MOST_CHARACTERS = 4_000_000
/** Read at once, in characters: as much as one long product. */
const AT_ONCE = MOST_CHARACTERS

export interface Unit {
  line: number
  lines: number[]
  /** Null of what a release before 0160 planned. */
  characters: number | null
}

/** The last of the next lines that are read together: so many, or as many as are not too long together, and at least one. */
const lastOf = (
  ctx: Ctx,
  table: 'import_rows' | 'import_units',
  {
    importId,
    after,
    limit,
    where = sql``,
  }: { importId: number; after: number; limit: number; where?: RawBuilder<unknown> },
) => sql`(
  select max(line) from (
    select line, sum(coalesce(characters, 0)) over (order by line) - coalesce(characters, 0) as before from (
      select line, characters from ${sql.table(table)} where organization_id = ${ctx.organizationId} and import_id = ${importId} and line > ${after} ${where}
      order by line limit ${limit}) following) summed
  where before < ${AT_ONCE})`

/** The next records, each of them a unit. */
export async function nextRows(
  ctx: Ctx,
  importId: number,
  after: number,
  limit: number,
): Promise<(CsvRecord & { characters: number | null })[]> {
  const { rows } = await sql<CsvRecord & { characters: number | null }>`
    select line, to_json(cells) as cells, characters from import_rows where organization_id = ${ctx.organizationId} and import_id = ${importId} and line > ${after}
      and line <= ${lastOf(ctx, 'import_rows', { importId, after, limit })} order by line`.execute(ctx.db)
  return rows
}

/** The next units that were put together. */
export const unplanned = (ctx: Ctx, importId: number, after: number, limit: number): Promise<Unit[]> =>
  nextUnits(ctx, { importId, after, limit, where: sql`` })

/** The next units to be done. */
export const unapplied = (ctx: Ctx, importId: number, after: number, limit: number): Promise<Unit[]> =>
  nextUnits(ctx, { importId, after, limit, where: sql`and not applied` })

async function nextUnits<U extends Unit>(
  ctx: Ctx,
  o: { importId: number; after: number; limit: number; where: RawBuilder<unknown>; more?: RawBuilder<unknown> },
): Promise<U[]> {
  const { rows } = await sql<U>`
    select line, lines, characters${o.more ?? sql``} from import_units where organization_id = ${ctx.organizationId} and import_id = ${o.importId} and line > ${o.after} ${o.where}
      and line <= ${lastOf(ctx, 'import_units', o)} order by line`.execute(ctx.db)
  return rows
}

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
  /** Of a unit of one record, which is added with what is decided of it. */
  characters?: number | null
  outcome: ImportOutcome
  productId: number | null
  changes: Difference[] | null
  errors: Record<string, string> | null
  applied: boolean
}

const sent = (decisions: readonly object[]) => sql`
  jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as d(line int, characters int, outcome text, "productId" bigint, changes jsonb, errors jsonb, applied boolean)`

/** Adds units of one record each. */
export const addDecided = (ctx: Ctx, importId: number, decisions: readonly Decision[]) =>
  sql`
  insert into import_units (organization_id, import_id, line, lines, characters, outcome, product_id, changes, errors, applied)
  select i.organization_id, i.id, d.line, array[d.line], d.characters, d.outcome, d."productId", d.changes, d.errors, d.applied from ${isLocked(ctx, importId)}, ${sent(decisions)}`.execute(
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
    .select(['line', 'lines', 'characters', 'outcome'])
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
export const refused = (ctx: Ctx, importId: number, after: number, limit: number): Promise<RefusedUnit[]> =>
  nextUnits<RefusedUnit>(ctx, {
    importId,
    after,
    limit,
    where: sql`and errors is not null and outcome <> 'skip'`,
    more: sql`, errors`,
  })
interface RefusedUnit extends Unit {
  errors: Record<string, string>
}

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
