import * as exports from '#contract/exports.ts'
import * as contract from '#contract/imports.ts'
import { importPictures } from '#contract/products/images.ts'
import { begunWords } from '#domain/imports/begun.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type App, type Caller, fileRoute, openRoute, route } from '../../http/route.ts'
import { bulkImport, importFound } from './channel-import.ts'
import { bulkInsert } from './bulk-insert.ts'
import { failedRowsFile } from './failed-rows.ts'
import { mappingOfForm, refuseUnreadable, waitFor } from './one-go.ts'
import { listRows } from './planning/rows.ts'
import * as imports from './service.ts'
import { suggest } from './planning/suggestions.ts'
import { takeUpload } from './reading/upload.ts'

/** Small files are read before the answer goes out; a large one goes on by itself. */
const READING_SECONDS = 5
const isRead = (state: imports.ImportReply['state']) => state !== 'reading'
const isOver = (state: imports.ImportReply['state']) => ['done', 'cancelled', 'failed'].includes(state)

/** The caller in their organization; whether they may is decided before. */
function contextOf({ services, session }: Caller): Ctx {
  if (!session?.organizationId) throw new AppError('no_organization')
  return {
    services,
    organizationId: session.organizationId,
    userId: session.userId,
    roleId: session.roleId,
    db: services.database.forOrganization(session.organizationId),
  }
}

/** The area's endpoints. Files are taken as they arrive, so these routes read their requests themselves. */
export default function mount(app: App) {
  openRoute(app, contract.uploadImport, async (caller, { query }) => {
    const ctx = contextOf(caller)
    const { id } = await takeUpload(ctx, caller.request, query)
    return refuseUnreadable(await waitFor(ctx, id, isRead, READING_SECONDS))
  })
  openRoute(
    app,
    contract.importCsv,
    async (caller, { params, query }) => {
      const ctx = contextOf(caller)
      if (params.id > 0) await imports.mustBeTemplate(ctx, params.id)
      const { id } = await takeUpload(ctx, caller.request, {
        kind: 'products',
        mapping: (fields) => mappingOfForm(params.id, fields),
      })
      return refuseUnreadable(await waitFor(ctx, id, isOver, query.wait))
    },
    'Successfully imported CSV.',
  )
  openRoute(
    app,
    contract.importTemplatesCsv,
    async (caller, { query }) => {
      const ctx = contextOf(caller)
      const { id } = await takeUpload(ctx, caller.request, { kind: 'templates', mapping: () => ({}) })
      return refuseUnreadable(await waitFor(ctx, id, isOver, query.wait))
    },
    'Successfully imported Templates CSV! Navigating to Templates.',
  )
  route(app, contract.listImports, (ctx, { query }) => imports.list(ctx, query))
  route(app, contract.getImport, (ctx, { params }) => imports.get(ctx, params.id))
  route(app, contract.planImport, (ctx, { params, body }) => imports.plan(ctx, params.id, body))
  route(app, contract.rereadImport, (ctx, { params, body }) => imports.reread(ctx, params.id, body))
  route(app, contract.listImportRows, (ctx, { params, query }) => listRows(ctx, params.id, query))
  route(app, contract.suggestColumns, (ctx, { params, query }) => suggest(ctx, params.id, query.templateId))
  route(app, contract.applyImport, (ctx, { params }) => imports.apply(ctx, params.id))
  route(app, contract.cancelImport, (ctx, { params }) => imports.cancel(ctx, params.id))
  route(app, contract.importFound, (ctx, { params, body }) => importFound(ctx, params.integrationId, body))
  for (const endpoint of [contract.bulkImport, contract.bulkImportOfIntegration])
    route(
      app,
      endpoint,
      (ctx, { params, body }) => bulkImport(ctx, params.channel, body),
      ({ params }) => begunWords(params.channel),
    )
  route(app, contract.bulkInsert, (ctx, { body }) => bulkInsert(ctx, body.products))
  route(app, importPictures, (ctx, { params }) => imports.pictures(ctx, params.id))
  fileRoute(app, exports.failedRowsFile, (ctx, { params }) => failedRowsFile(ctx, params.id))
}
