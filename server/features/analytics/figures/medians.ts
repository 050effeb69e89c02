import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { notedOrders, ofDays } from './rated.ts'

type Sql = RawBuilder<unknown>

/**
 * The middle of what orders came to (`total`), and of how old products were when they sold (`age`, in tenths of days), as the `with` query `medians`. The
 * grades of the range tell where the middle is; only the values of that grade, or the two that meet there, are read. After `days` and `rates`.
 */
export const medians = (ctx: Ctx, channels: (row: string) => Sql): Sql => sql`
  noted as materialized (
    select 'total' as kind, w.amount * w.orders as value, w.orders as times from (${notedOrders(ctx, channels)}) w
    union all
    select 'age', c.age, c.lines from days d
    join piece_changes c on c.organization_id = ${ctx.organizationId} and c.at >= d.since and c.at < d.until and c.age is not null and ${channels('c')}
    join currencies u on u.currency = c.currency and u.since <= c.at),
  graded as (select kind, grade, sum(times)::bigint as times from (
      select c.kind, c.grade, c.times from ${ofDays(ctx, 'sold_grades', channels)}
      union all select kind, grade_of(value), times from noted) x group by 1, 2 having sum(times) <> 0),
  placed as (select kind, grade, times, (sum(times) over (partition by kind order by grade))::bigint - times as before,
      (sum(times) over (partition by kind))::bigint as total from graded),
  middle as materialized (select kind, grade, before, total from placed where before < total / 2 + 1 and before + times >= (total + 1) / 2),
  held as (select kind, value, sum(times)::bigint as times from (
      select c.kind, c.value, c.times from middle m cross join ${ofDays(ctx, 'sold_values', (row) => sql`c.kind = m.kind and c.grade = m.grade and ${channels(row)}`)}
      union all select n.kind, n.value, n.times from noted n join middle m on m.kind = n.kind and m.grade = grade_of(n.value)) x
    group by 1, 2 having sum(times) <> 0),
  ranked as (select h.kind, h.value, b.total, b.before + sum(h.times) over (partition by h.kind order by h.value) as up_to
    from held h join (select kind, min(before) as before, max(total) as total from middle group by 1) b on b.kind = h.kind),
  medians as (select kind, (min(value) filter (where up_to >= (total + 1) / 2) + min(value) filter (where up_to >= total / 2 + 1)) / 2.0 as median
    from ranked group by 1)`
