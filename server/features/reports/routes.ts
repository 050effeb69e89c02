import * as contract from '#contract/reports.ts'
import { type App, openRoute, route } from '../../http/route.ts'
import * as reports from './service.ts'
import { followLink, readLink } from './unsubscribe.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.listReports, (ctx) => reports.list(ctx))
  route(app, contract.listReportMails, (ctx, { query }) => reports.mails(ctx, query))
  route(app, contract.createReport, (ctx, { body }) => reports.create(ctx, body), 'Report saved.')
  route(app, contract.updateReport, (ctx, { params, body }) => reports.update(ctx, params.id, body), 'Report saved.')
  route(app, contract.deleteReport, (ctx, { params }) => reports.remove(ctx, params.id), 'Report deleted.')
  route(app, contract.sendReport, (ctx, { params }) => reports.sendToMe(ctx, params.id))
  route(app, contract.leaveReport, (ctx, { params }) => reports.setLeft(ctx, params.id, true), 'You’re unsubscribed.')
  route(
    app,
    contract.rejoinReport,
    (ctx, { params }) => reports.setLeft(ctx, params.id, false),
    'You’re subscribed again.',
  )
  const { services } = app
  openRoute(app, contract.readReportLink, (_, { query }) => readLink(services, query.token))
  openRoute(app, contract.stopReport, (_, { query }) => followLink(services, query.token, true))
  openRoute(app, contract.resumeReport, (_, { query }) => followLink(services, query.token, false))
}
