import * as contract from '#contract/exports.ts'
import { type App, fileRoute } from '../../http/route.ts'
import * as exports from './service.ts'

/** The area's endpoints; the refused rows of an import belong to imports. */
export default function mount(app: App) {
  fileRoute(app, contract.exportProducts, (ctx, { query }) => exports.products(ctx, query))
  fileRoute(app, contract.exportTemplates, (ctx, { query }) => exports.templates(ctx, query.format))
  fileRoute(app, contract.importTemplateFile, (ctx, { params }) => exports.importTemplate(ctx, params.id))
}
