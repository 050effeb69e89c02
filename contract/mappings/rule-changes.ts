import { z } from 'zod'
import { ChangeItem, ChangeSet } from '../changes/changes.ts'
import { MEGABYTE, endpoint } from '../endpoint.ts'
import { DynamicMappingChange, ownerTypes, ruledTexts } from './mappings.ts'
import { Id, Time } from '../shapes.ts'

/** One list of dynamic mappings as it shall be. */
const RuleTab = z.object({
  ownerType: z.enum(ownerTypes),
  applyTo: z.enum(ruledTexts),
  dynamicMappings: z.array(DynamicMappingChange).max(200),
  /** The list as it was read. Where it differs from what is kept by now, somebody else has saved since. */
  seen: z
    .array(z.object({ uuid: z.uuid(), updatedAt: Time }))
    .max(1000)
    .optional(),
})
const RuleChange = z.object({
  /** The template whose mappings these are, or from which the global ones are seen. */
  templateId: Id,
  /** The product whose switches are set. */
  productId: Id.optional(),
  tabs: z.array(RuleTab).min(1).max(4),
})

export const previewRules = endpoint({
  method: 'POST',
  savesNothing: true,
  path: '/mapping/dynamicMapping/preview',
  summary: 'Preview changed dynamic mapping rules',
  needs: 'templates:write',
  bodyBytes: 4 * MEGABYTE,
  body: RuleChange,
  reply: z.object({
    /** Products that follow these mappings; of them those that would read differently. */
    total: z.number().int(),
    changing: z.number().int(),
    failing: z.number().int(),
    /** Live listings of those that would read differently. */
    listings: z.number().int(),
    /** True when only the first products were looked at, so that the last two numbers are lower bounds. */
    capped: z.boolean(),
    examples: z.array(ChangeItem),
    problems: z.array(ChangeItem),
  }),
  errors: ['not_found', 'invalid_input', 'edit_conflict'],
})
export const saveRules = endpoint({
  method: 'POST',
  path: '/mapping/dynamicMapping/save',
  summary: 'Save dynamic mapping rules as one undoable change',
  needs: 'templates:write',
  bodyBytes: 4 * MEGABYTE,
  body: RuleChange,
  reply: ChangeSet.nullable(),
  errors: ['not_found', 'invalid_input', 'edit_conflict'],
  changes: ['templates', 'listings', 'changes'],
})
