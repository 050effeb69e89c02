import * as contract from '#contract/templates.ts'
import { type App, route } from '../../http/route.ts'
import * as templates from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  route(app, contract.listTemplates, (ctx, { query }) => templates.list(ctx, query))
  route(app, contract.getTemplate, (ctx, { params }) => templates.get(ctx, params.id))
  route(
    app,
    contract.createTemplate,
    (ctx, { body }) => templates.create(ctx, body.productTemplate),
    'Template Created.',
  )
  route(
    app,
    contract.saveTemplate,
    (ctx, { params, body }) => templates.save(ctx, params.id, body.productTemplate),
    'Template Saved.',
  )
  route(app, contract.deleteTemplate, (ctx, { params }) => templates.remove(ctx, params.id))
  route(app, contract.allAttributes, (ctx) => templates.attributeNames(ctx))
  route(app, contract.attributeValueCounts, (ctx, { query }) => templates.valueCounts(ctx, query.templateId))
  route(app, contract.addAttributes, (ctx, { body }) => templates.addAttributes(ctx, body))
  route(app, contract.duplicateTemplate, (ctx, { body }) => templates.duplicate(ctx, body.templateId))
}
