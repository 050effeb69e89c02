import { z } from 'zod'
import { ChangeItem, ChangeSet } from '../changes/changes.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../shapes.ts'

/** Per product: `fill` where the target is empty, `replace` where the source is not, `overwrite` always (TPL-155). */
export const mergeActions = ['fill', 'replace', 'overwrite'] as const
export type MergeAction = (typeof mergeActions)[number]

const attribute = (missing: string) => z.union([Id, z.string().trim().min(1, missing).max(100)], missing)

/** Attributes by name, or by id. */
const Merge = z.object({
  templateId: Id,
  source: attribute('Choose a source attribute.'),
  target: attribute('Choose a target attribute.'),
  action: z.enum(mergeActions, 'Choose an action.'),
  deleteSource: z.boolean().default(false),
})

export const mergeAttributes = endpoint({
  method: 'POST',
  path: '/productTemplates/mergeAttributes',
  summary: 'Merge two attributes of a template (background)',
  needs: 'templates:write',
  body: Merge,
  reply: ChangeSet,
  errors: ['not_found', 'invalid_input'],
  changes: ['templates', 'products', 'listings', 'changes'],
})
export const previewMerge = endpoint({
  method: 'POST',
  savesNothing: true,
  path: '/productTemplates/mergeAttributes/preview',
  summary: 'Preview a merge of attributes',
  needs: 'templates:write',
  body: Merge,
  reply: z.object({
    /** Products of the template; of them changed; refused. */
    total: z.number().int(),
    changing: z.number().int(),
    failing: z.number().int(),
    /** Products whose target gets a value, gets another one, loses the one it had. */
    filled: z.number().int(),
    replaced: z.number().int(),
    emptied: z.number().int(),
    /** True when only the first products were looked at, so that the numbers are lower bounds. */
    capped: z.boolean(),
    examples: z.array(ChangeItem),
    problems: z.array(ChangeItem),
  }),
  errors: ['not_found', 'invalid_input'],
})
