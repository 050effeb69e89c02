import type { z } from 'zod'
import type { FigureFilter } from '#contract/analytics/figures.ts'
import { MOST_OVERSOLD, MOST_SLOW, type Oversold } from '#contract/analytics/sold-figures.ts'
import type { Ctx } from '../../../context.ts'
import * as queries from './sold-queries.ts'

export const telling = (ctx: Ctx, filter: FigureFilter) => queries.telling(ctx, filter, MOST_SLOW)

export async function oversold(ctx: Ctx, filter: FigureFilter): Promise<z.output<typeof Oversold>> {
  const rows = await queries.oversold(ctx, filter, MOST_OVERSOLD)
  const { startDate = '', endDate = '', items = 0 } = rows[0] ?? {}
  return {
    startDate,
    endDate,
    items,
    rows: rows.flatMap(({ sku, ...row }) => (sku === null ? [] : [{ ...row, sku }])),
  }
}
