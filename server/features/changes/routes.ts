import * as contract from '#contract/changes/changes.ts'
import * as converting from '#contract/products/converting.ts'
import * as merging from '#contract/products/merging.ts'
import { type App, route, stepsRoute } from '../../http/route.ts'
import { convertProduct, previewConversion } from './convert.ts'
import { merge, preview as previewMerge } from './merge.ts'
import * as mappings from '#contract/mappings/mappings.ts'
import * as ruleChanges from '#contract/mappings/rule-changes.ts'
import { preview } from './preview.ts'
import { list as listMappings } from '../mappings/service.ts'
import * as rules from './rules.ts'
import * as changes from './service.ts'

/** The area's endpoints. */
export default function mount(app: App) {
  stepsRoute(
    app,
    contract.updateProducts,
    {
      save: (ctx, { body }) => changes.updateSome(ctx, body.products),
      whole: (saved, { body }) => changes.updated(body.products, saved),
      finish: (ctx, saved, { body }, goOn) => changes.updateRest(ctx, body.products, saved, goOn),
    },
    'Updated products.',
  )
  stepsRoute(
    app,
    contract.applyTags,
    { save: (ctx, { body }) => changes.applyTags(ctx, body), finish: changes.outcome },
    'Applied Tags.',
  )
  route(app, contract.previewBulkEdit, (ctx, { body }) => preview(ctx, body))
  route(app, contract.bulkEdit, async (ctx, { body }) => changes.get(ctx, (await changes.bulkEdit(ctx, body)).id))
  route(app, merging.previewMerge, (ctx, { body }) => previewMerge(ctx, body))
  route(app, merging.mergeAttributes, (ctx, { body }) => merge(ctx, body))
  route(app, converting.previewConversion, (ctx, { body }) => previewConversion(ctx, body))
  route(app, converting.convertProduct, (ctx, { body }) => convertProduct(ctx, body), 'Template converted.')
  route(app, ruleChanges.previewRules, (ctx, { body }) => rules.preview(ctx, body))
  stepsRoute(
    app,
    ruleChanges.saveRules,
    {
      save: (ctx, { body }) => rules.save(ctx, body),
      finish: async (ctx, begun) => begun && changes.outcome(ctx, begun),
    },
    'Saved.',
  )
  stepsRoute(
    app,
    mappings.saveDynamicMappings,
    {
      save: (ctx, { query, body }) => rules.saveTab(ctx, query, body.dynamicMappings),
      finish: async (ctx, begun, { query }) => {
        if (begun) await changes.outcome(ctx, begun)
        return listMappings(ctx, query)
      },
    },
    'Saved.',
  )
  route(app, contract.deleteProducts, async (ctx, { body }) =>
    changes.get(ctx, (await changes.deleteMany(ctx, body.selection)).id),
  )
  route(app, contract.listChangeSets, (ctx, { query }) => changes.list(ctx, query))
  route(app, contract.getChangeSet, (ctx, { params }) => changes.get(ctx, params.id))
  route(app, contract.listChangeItems, (ctx, { params, query }) => changes.listItems(ctx, params.id, query))
  stepsRoute(app, contract.undoChangeSet, {
    save: (ctx, { params }) => changes.undo(ctx, params.id),
    finish: changes.outcome,
  })
  route(app, contract.cancelChangeSet, (ctx, { params }) => changes.cancel(ctx, params.id))
}
