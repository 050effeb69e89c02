import * as exports from '#contract/exports.ts'
import * as contract from '#contract/imports.ts'
import { importPictures } from '#contract/products/images.ts'
import { begunWords } from '#domain/imports/begun.ts'
import { type App, fileRoute, route, stepsRoute } from '../../http/route.ts'
import { bulkImport, importFound } from './channel-import.ts'
import { insertRest, insertSome } from './bulk-insert.ts'
import { failedRowsFile } from './failed-rows.ts'
import { mappingOfForm, refuseUnreadable, waitFor } from './one-go.ts'
import { fixCells } from './planning/fixing.ts'
import { listRows } from './planning/rows.ts'
import * as imports from './service.ts'
import { suggest } from './planning/suggestions.ts'
import { readUpload, takeUpload } from './reading/upload.ts'

/** Small files are read before the answer goes out; a large one goes on by itself. */
const READING_SECONDS = 5
const isRead = (state: imports.ImportReply['state']) => state !== 'reading'
const isOver = (state: imports.ImportReply['state']) => ['done', 'cancelled', 'failed'].includes(state)

/** The area's endpoints. Files are taken as they arrive, before anything else. */
export default function mount(app: App) {
  stepsRoute(app, contract.uploadImport, {
    take: (ctx, request, { query }, store) => takeUpload(ctx, request, store, query),
    save: (ctx, _, file) => readUpload(ctx, file),
    finish: async (ctx, { id }) => refuseUnreadable(await waitFor(ctx, id, isRead, READING_SECONDS)),
  })
  stepsRoute(
    app,
    contract.importCsv,
    {
      take: async (ctx, request, { params }, store) => {
        if (params.id > 0) await imports.mustBeTemplate(ctx, params.id)
        return takeUpload(ctx, request, store, {
          kind: 'products',
          mapping: (fields) => mappingOfForm(params.id, fields),
        })
      },
      save: (ctx, _, file) => readUpload(ctx, file),
      finish: async (ctx, { id }, { query }) => refuseUnreadable(await waitFor(ctx, id, isOver, query.wait)),
    },
    'Successfully imported CSV.',
  )
  stepsRoute(
    app,
    contract.importTemplatesCsv,
    {
      take: (ctx, request, _, store) => takeUpload(ctx, request, store, { kind: 'templates', mapping: () => ({}) }),
      save: (ctx, _, file) => readUpload(ctx, file),
      finish: async (ctx, { id }, { query }) => refuseUnreadable(await waitFor(ctx, id, isOver, query.wait)),
    },
    'Successfully imported Templates CSV! Navigating to Templates.',
  )
  route(app, contract.listImports, (ctx, { query }) => imports.list(ctx, query))
  route(app, contract.getImport, (ctx, { params }) => imports.get(ctx, params.id))
  route(app, contract.planImport, (ctx, { params, body }) => imports.plan(ctx, params.id, body))
  route(app, contract.rereadImport, (ctx, { params, body }) => imports.reread(ctx, params.id, body))
  route(app, contract.listImportRows, (ctx, { params, query }) => listRows(ctx, params.id, query))
  route(app, contract.fixImportCells, (ctx, { params, body }) => fixCells(ctx, params.id, body.cells))
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
  stepsRoute(app, contract.bulkInsert, {
    save: (ctx, { body }) => insertSome(ctx, body.products),
    finish: (_ctx, written, { body }, goOn) => insertRest(body.products, written, goOn),
  })
  route(app, importPictures, (ctx, { params }) => imports.pictures(ctx, params.id))
  fileRoute(app, exports.failedRowsFile, (ctx, { params }) => failedRowsFile(ctx, params.id))
}
