import { z } from 'zod'
import { MEGABYTE, endpoint } from '../endpoint.ts'
import { fieldsOf } from '../products/fields.ts'
import { ProductChange } from '../products/products.ts'
import { ProductSelection } from '../products/filter.ts'
import { Id, IdParam, Ok, Time, pageOf, pageQuery } from '../shapes.ts'

/** Fields that a table or a bulk edit may change (INV-089, INV-214); an attribute is `attr.{name}`. */
export const editableFields = [
  ...fieldsOf('line', 'text', 'barcode', 'tags', 'count', 'money', 'flag'),
  'weight',
  'weightUnit',
  'width',
  'length',
  'height',
  'sizeUnit',
] as const
export type EditableField = (typeof editableFields)[number] | `attr.${string}`
export const EditField = z.union([z.enum(editableFields), z.templateLiteral(['attr.', z.string().min(1).max(100)])])

/** What is done to one field. Money in decimals; a text number is read as the field reads it. */
export const Edit = z.discriminatedUnion('action', [
  z.object({ field: EditField, action: z.literal('set'), value: z.string().max(100_000) }),
  z.object({ field: EditField, action: z.literal('add'), amount: z.number() }),
  z.object({ field: EditField, action: z.literal('multiply'), factor: z.number().min(0).max(1e6) }),
  /** To the nearest multiple of `to`, less `less`: to 1 less 0.01 makes 19.99 of 20.3. */
  z.object({
    field: EditField,
    action: z.literal('round'),
    to: z.number().positive(),
    less: z.number().min(0).default(0),
    direction: z.enum(['nearest', 'up', 'down']).default('nearest'),
  }),
  z.object({
    field: EditField,
    action: z.literal('replace'),
    find: z.string().min(1).max(1000),
    with: z.string().max(10_000),
    matchCase: z.boolean().default(false),
  }),
  z.object({ field: EditField, action: z.literal('append'), text: z.string().min(1).max(10_000) }),
  z.object({ field: EditField, action: z.literal('prepend'), text: z.string().min(1).max(10_000) }),
])
export type Edit = z.output<typeof Edit>
const Edits = z.array(Edit).min(1, 'Add at least one field to edit.').max(40)

/** One act on many products that can be undone as one for 30 days. */
export const ChangeSet = z.object({
  id: Id,
  kind: z.enum(['edit', 'bulk', 'tags', 'delete', 'import', 'rules', 'pricing', 'undo']),
  title: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']),
  /** Products it is about; of them dealt with; changed; left as they were; refused. */
  total: z.number().int(),
  done: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  error: z.string(),
  userName: z.string(),
  createdAt: Time,
  finishedAt: Time.nullable(),
  /** Until when it can be undone; null when it cannot. */
  undoUntil: Time.nullable(),
  undoneBy: Id.nullable(),
  undoes: Id.nullable(),
})
export type ChangeSet = z.output<typeof ChangeSet>

/** One product of a change set. Values as a person reads them, by field, of long ones the part in which they differ; a created product has no `before`. */
export const ChangeItem = z.object({
  productId: Id.nullable(),
  sku: z.string(),
  title: z.string(),
  state: z.enum(['waiting', 'changed', 'unchanged', 'failed']),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  error: z.string(),
  fields: z.record(z.string(), z.string()),
})

export const updateProducts = endpoint({
  method: 'POST',
  path: '/products/updateProducts',
  summary: 'Save changed product rows independently',
  needs: 'products:write',
  bodyBytes: 8 * MEGABYTE,
  body: z.object({ products: z.array(ProductChange).min(1).max(1000, 'At most 1,000 products at once.') }),
  reply: z.object({
    changeSetId: Id.nullable(),
    saved: z.array(z.object({ id: Id, version: z.number().int() })),
    failed: z.array(
      z.object({ id: Id, code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()) }),
    ),
  }),
  changes: ['products', 'listings'],
})
export const applyTags = endpoint({
  method: 'POST',
  path: '/products/applyTags',
  summary: 'Add or remove tags on many products',
  needs: 'products:write',
  bodyBytes: MEGABYTE,
  body: z.object({
    productIds: z.array(Id).max(50_000).default([]),
    selection: ProductSelection.optional(),
    addTags: z.array(z.string().max(100)).max(100).default([]),
    removeTags: z.array(z.string().max(100)).max(100).default([]),
  }),
  reply: ChangeSet,
  changes: ['products', 'listings'],
})
export const previewBulkEdit = endpoint({
  method: 'POST',
  savesNothing: true,
  path: '/products/bulkEdit/preview',
  summary: 'Preview a bulk edit',
  needs: 'products:write',
  bodyBytes: MEGABYTE,
  body: z.object({ selection: ProductSelection, edits: Edits }),
  reply: z.object({
    total: z.number().int(),
    changing: z.number().int(),
    failing: z.number().int(),
    /** True when only the first products were looked at, so that the numbers are lower bounds. */
    capped: z.boolean(),
    examples: z.array(ChangeItem),
    problems: z.array(ChangeItem),
    /** Prices that may not be meant, and the worst of them. */
    doubts: z.object({ items: z.number().int(), worst: z.array(z.object({ sku: z.string(), sentence: z.string() })) }),
  }),
})
export const bulkEdit = endpoint({
  method: 'POST',
  path: '/products/bulkEdit',
  summary: 'Edit many products (background)',
  needs: 'products:write',
  bodyBytes: MEGABYTE,
  body: z.object({ selection: ProductSelection, edits: Edits }),
  reply: ChangeSet,
  changes: ['products', 'listings'],
})
export const deleteProducts = endpoint({
  method: 'POST',
  path: '/products/deleteMany',
  summary: 'Delete many products (background)',
  needs: 'products:delete-many',
  bodyBytes: MEGABYTE,
  body: z.object({ selection: ProductSelection }),
  reply: ChangeSet,
  changes: ['products', 'listings', 'templates'],
})
export const listChangeSets = endpoint({
  method: 'GET',
  path: '/changes',
  summary: 'List bulk changes, newest first',
  needs: 'organization:read',
  query: z.object(pageQuery),
  reply: pageOf(ChangeSet),
})
export const getChangeSet = endpoint({
  method: 'GET',
  path: '/changes/{id}',
  summary: 'Get a bulk change with its progress',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: ChangeSet,
  errors: ['not_found'],
})
export const listChangeItems = endpoint({
  method: 'GET',
  path: '/changes/{id}/items',
  summary: 'List the products of a bulk change',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  query: z.object({ ...pageQuery, state: z.enum(['waiting', 'changed', 'unchanged', 'failed']).optional() }),
  reply: pageOf(ChangeItem),
  errors: ['not_found'],
})
export const undoChangeSet = endpoint({
  method: 'POST',
  path: '/changes/{id}/undo',
  summary: 'Undo a bulk change (skips values changed later)',
  needs: 'products:write',
  params: z.object({ id: IdParam }),
  body: z.unknown().optional(),
  reply: ChangeSet,
  errors: ['not_found', 'cannot_undo'],
  changes: ['products', 'listings', 'templates'],
})
export const cancelChangeSet = endpoint({
  method: 'POST',
  path: '/changes/{id}/cancel',
  summary: 'Stop a bulk change (what’s done can be undone)',
  needs: 'products:write',
  params: z.object({ id: IdParam }),
  body: z.unknown().optional(),
  reply: Ok,
  errors: ['not_found', 'cannot_undo'],
})
