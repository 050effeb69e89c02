import { channelNames } from '#contract/channels/ids.ts'
import type { ReportFilter } from '#contract/reports.ts'
import { type DayRange, periodBefore } from '#domain/analytics/presets.ts'
import { queryAddress } from '#domain/analytics/query-address.ts'
import { type ReportDocument, reportOf, reportRows } from '#domain/analytics/report.ts'
import { BYTE_ORDER_MARK, csvLine } from '#domain/products/files/cells.ts'
import type { Ctx } from '../../context.ts'
import * as figures from '../analytics/figures/figures.ts'
import { profit } from '../analytics/figures/profit.ts'
import { pdfOf } from './pdf.ts'
import * as queries from './queries.ts'

const channelName = (channel: string) =>
  channel === 'manual' ? 'Manual' : ((channelNames as Readonly<Record<string, string>>)[channel] ?? channel)

interface Asked {
  name: string
  organization: string
  timeZone: string
  filter: ReportFilter
}

/** Reads what a report says, by the same figures as the page. */
export async function readReport(ctx: Ctx, report: Asked, days: DayRange): Promise<ReportDocument> {
  const { only, ...filter } = report.filter
  const wide = only ? { ...filter, templateNames: undefined, skus: undefined, attributes: undefined } : filter
  const period = async (range: DayRange) => {
    const query = { ...wide, ...range }
    const channels = await figures.channelSales(ctx, query)
    return { channels, profit: await profit(ctx, 'channel', query), ...(await figures.summary(ctx, query)) }
  }
  const now = await period(days)
  return reportOf({
    ...report,
    currency: now.currency,
    days,
    withoutRate: now.withoutRate,
    missing: await queries.goneNames(ctx, report.filter),
    now,
    before: await period(periodBefore(days)),
    byDay: await figures.ordersByDay(ctx, { ...wide, ...days }),
    templates: await figures.templateSales(ctx, { ...wide, ...days }),
    skus: await figures.skuSales(ctx, { ...filter, ...days }),
    channelName,
  })
}

/** A report as the files of a mail, and where the same stands. */
export async function reportFiles(ctx: Ctx, query: Asked, days: DayRange) {
  const report = await readReport(ctx, query, days)
  const address = `${ctx.services.config.publicUrl}${queryAddress(query.filter, days)}&organization=${ctx.organizationId}`
  // A name of a file in ASCII: some mail programs show nothing else.
  const name = `${query.name.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '').slice(0, 60) || 'report'}-${days.startDate}-${days.endDate}`
  const csv =
    BYTE_ORDER_MARK +
    reportRows(report)
      .map((row) => csvLine(row))
      .join('')
  return {
    report,
    address,
    attachments: [
      {
        filename: `${name}.pdf`,
        contentType: 'application/pdf',
        content: await pdfOf(report, address, ctx.services.clock.now()),
      },
      { filename: `${name}.csv`, contentType: 'text/csv; charset=utf-8', content: Buffer.from(csv) },
    ],
  }
}
