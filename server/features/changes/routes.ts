import * as contract from '#contract/changes/changes.ts'
import * as converting from '#contract/products/converting.ts'
import * as merging from '#contract/products/merging.ts'
import { type App, route } from '../../http/route.ts'
import { convertProduct, previewConversion } from './convert.ts'
import { merge, preview as previewMerge } from './merge.ts'
import * as mappings from '#contract/mappings/mappings.ts'
import * as ruleChanges from '#contract/mappings/rule-changes.ts'
import { preview } from './preview.ts'
import * as rules from './rules.ts'
import * as changes from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  route(
    app,
    contract.updateProducts,
    (ctx, { body }) => changes.updateProducts(ctx, body.products),
    'Updated products.',
  )
  route(app, contract.applyTags, (ctx, { body }) => changes.applyTags(ctx, body), 'Applied Tags.')
  route(app, contract.previewBulkEdit, (ctx, { body }) => preview(ctx, body))
  route(app, contract.bulkEdit, (ctx, { body }) => changes.bulkEdit(ctx, body))
  route(app, merging.previewMerge, (ctx, { body }) => previewMerge(ctx, body))
  route(app, merging.mergeAttributes, (ctx, { body }) => merge(ctx, body))
  route(app, converting.previewConversion, (ctx, { body }) => previewConversion(ctx, body))
  route(app, converting.convertProduct, (ctx, { body }) => convertProduct(ctx, body), 'Template converted.')
  route(app, ruleChanges.previewRules, (ctx, { body }) => rules.preview(ctx, body))
  route(app, ruleChanges.saveRules, (ctx, { body }) => rules.save(ctx, body), 'Saved.')
  route(
    app,
    mappings.saveDynamicMappings,
    (ctx, { query, body }) => rules.saveTab(ctx, query, body.dynamicMappings),
    'Saved.',
  )
  route(app, contract.deleteProducts, (ctx, { body }) => changes.deleteMany(ctx, body.selection))
  route(app, contract.listChangeSets, (ctx, { query }) => changes.list(ctx, query))
  route(app, contract.getChangeSet, (ctx, { params }) => changes.get(ctx, params.id))
  route(app, contract.listChangeItems, (ctx, { params, query }) => changes.listItems(ctx, params.id, query))
  route(app, contract.undoChangeSet, (ctx, { params }) => changes.undo(ctx, params.id))
  route(app, contract.cancelChangeSet, (ctx, { params }) => changes.cancel(ctx, params.id))
}
