import * as contract from '#contract/reports.ts'
import { type App, route } from '../../http/route.ts'
import * as reports from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.listReports, (ctx) => reports.list(ctx))
  route(app, contract.listReportMails, (ctx, { query }) => reports.mails(ctx, query))
  route(app, contract.createReport, (ctx, { body }) => reports.create(ctx, body), 'Report saved.')
  route(app, contract.updateReport, (ctx, { params, body }) => reports.update(ctx, params.id, body), 'Report saved.')
  route(app, contract.deleteReport, (ctx, { params }) => reports.remove(ctx, params.id), 'Report deleted.')
  route(app, contract.sendReport, (ctx, { params }) => reports.sendToMe(ctx, params.id))
  route(app, contract.leaveReport, (ctx, { params }) => reports.leave(ctx, params.id), 'You no longer get this report.')
}
