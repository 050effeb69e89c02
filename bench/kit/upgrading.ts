import pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import { migrate } from '#server/db/schema/migrate.ts'
import { migrations } from '#server/db/schema/migrations.ts'
import { fillBatch, firstSize, nextSize } from '#server/db/schema/steps/fill.ts'
import type { Step, StepKind } from '#server/db/schema/steps/steps.ts'
import { setTimeout as delay } from 'node:timers/promises'

const step = (name: string, kind: StepKind, text: string): Step => ({ name, kind, texts: () => [text] })

/** What a large upgrade does, on the largest tables that everybody writes. */
export const benchSteps: readonly Step[] = [
  step('9001-bench-products', 'expand', 'alter table products add column bench_weight integer'),
  step('9002-bench-orders', 'expand', `alter table orders add column bench_note text not null default ''`),
  step(
    '9003-bench-trigger',
    'expand',
    `create function bench_weigh() returns trigger language plpgsql as $$ begin new.bench_weight := 1; return new; end $$;
     create trigger bench_weigh before insert on products for each row execute function bench_weigh()`,
  ),
  step(
    '9004-bench-indexes',
    'index',
    `create index concurrently if not exists bench_products on products (organization_id, title, price);
     create index concurrently if not exists bench_movements on stock_movements (organization_id, product_id, at)`,
  ),
  step(
    '9005-bench-fill',
    'backfill',
    `-- table: products
     update products set bench_weight = length(title) where organization_id = $1 and id > $2 and id <= $3`,
  ),
]

/** Takes away what the steps have made, so that they can run again. */
export const undoBench = `
  drop trigger if exists bench_weigh on products; drop function if exists bench_weigh(); drop index if exists bench_products, bench_movements;
  alter table products drop column if exists bench_weight; alter table orders drop column if exists bench_note;
  delete from upgrade_steps where name > '9'; delete from kysely_migration where name > '9'`

/** A start of the version that has these steps, and the job of its worker. */
async function upgrade(connection: pg.PoolConfig): Promise<void> {
  const steps = [...migrations, ...benchSteps]
  await migrate(connection, { steps, tell: (line) => console.error(line) })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, max: 2 }) }) })
  for (const fill of benchSteps.filter(({ kind }) => kind === 'backfill')) {
    let size = firstSize
    for (let state = 'goes on'; state !== 'done'; ) {
      const began = performance.now()
      const batch = await fillBatch(db, fill, size)
      const ms = performance.now() - began
      if (batch.rows === size) size = nextSize(size, ms)
      state = batch.state
      await delay(ms)
    }
    console.error(`${fill.name}: all rows are changed`)
  }
  await db.destroy()
}

if (import.meta.main) await upgrade(JSON.parse(process.argv[2] ?? '') as pg.PoolConfig)
