import { z } from 'zod'
import { WhichFound } from './adopting/adopting.ts'
import { ChannelId } from './channels/ids.ts'
import { MEGABYTE, endpoint } from './endpoint.ts'
import { fieldsBesides } from './products/fields.ts'
import { Id, IdParam, Time, pageOf, pageQuery } from './shapes.ts'

/** IMP-021..040: product fields that a column may be mapped to; `image1`..`image12`, `delete`, `template` and what groups variations besides. */
export const importFields = [
  'sku',
  ...fieldsBesides([]),
  'weight',
  'weightUnit',
  'length',
  'width',
  'height',
  'sizeUnit',
  'size',
  'createdAt',
  'template',
  'templateId',
  'delete',
  'images',
  ...Array.from({ length: 12 }, (_, i) => `image${i + 1}` as const),
  /** The SKU (or handle) of the product that a row is a variation of, and the variation's name. */
  'parent',
  'variation',
] as const
export type ImportField = (typeof importFields)[number]

/** A kind of file that is recognised by its header row and mapped without a click. */
export const importFormats = [
  'motto',
  'shopify',
  'ebay',
  'etsy',
  'bigcommerce',
  'woocommerce',
  'sellbrite',
  'linnworks',
  'zoho',
  'cin7',
  'inflow',
  'other',
] as const
export type ImportFormat = (typeof importFormats)[number]

/** Names of files that can be read: values separated by commas and the like, or by tabs as Excel's "Unicode text". */
export const tableFileName = /\.(csv|tsv|txt)$/i

/** A column of the file, as read. Counts are of all rows; `samples` are its most frequent values. */
export const ImportColumn = z.object({
  index: z.number().int(),
  name: z.string(),
  filled: z.number().int(),
  distinct: z.number().int(),
  samples: z.array(z.object({ value: z.string(), rows: z.number().int() })),
})

/** A header cell may be long; what is stored must be readable. */
const ColumnName = z.string().max(MEGABYTE)
/** How rows become products (IMP-105..112). Maps go from field or attribute name to column name. */
export const ImportMapping = z.object({
  fieldMappings: z.record(z.string().max(100), ColumnName).default({}),
  attributeMappings: z.record(z.string().max(100), ColumnName).default({}),
  newAttributes: z
    .array(z.object({ name: z.string().min(1).max(100), column: ColumnName }))
    .max(500)
    .default([]),
  addAttributes: z.boolean().default(false),
  /** Of products that are here already: changed, or skipped. */
  updateExisting: z.boolean().default(true),
  createTemplates: z.boolean().default(false),
  /** Single mode: the id; per-row mode: the column with the template's name. */
  template: Id.nullable().default(null),
  templateColumn: ColumnName.nullable().default(null),
})
export type ImportMapping = z.output<typeof ImportMapping>

/** What happens to a row: its product is made, changed, left, deleted; or the row is skipped, or refused with a reason. */
export const importOutcomes = ['create', 'update', 'unchanged', 'delete', 'skip', 'error'] as const
export const ImportOutcome = z.enum(importOutcomes)
export type ImportOutcome = z.output<typeof ImportOutcome>

export const Import = z.object({
  id: Id,
  kind: z.enum(['products', 'templates']),
  fileName: z.string(),
  bytes: z.number().int(),
  /** reading → mapping → planning → ready → applying → done; or cancelled, failed. */
  state: z.enum(['reading', 'mapping', 'planning', 'ready', 'applying', 'done', 'cancelled', 'failed']),
  error: z.string(),
  format: z.enum(importFormats),
  encoding: z.string(),
  separator: z.string(),
  headerRow: z.number().int(),
  rows: z.number().int(),
  columns: z.array(ImportColumn),
  mapping: ImportMapping,
  /** Rows looked at in the present state, of `rows`. */
  done: z.number().int(),
  outcomes: z.partialRecord(ImportOutcome, z.number().int()),
  applied: z.partialRecord(ImportOutcome, z.number().int()),
  changeSetId: Id.nullable(),
  /** The account whose listings products are made of; null for a file. */
  integrationId: Id.nullable(),
  channel: ChannelId.nullable(),
  createdAt: Time,
  finishedAt: Time.nullable(),
})
export type Import = z.output<typeof Import>

/** IMP-044..050, IMP-088..102. `line` counts from 1 with the header row, as an editor shows it. */
export const ImportRow = z.object({
  line: z.number().int(),
  outcome: ImportOutcome,
  productId: Id.nullable(),
  sku: z.string(),
  templateName: z.string(),
  title: z.string(),
  quantity: z.number().int().nullable(),
  /** Promised to orders; a file cannot change it. */
  reservedQuantity: z.number().int(),
  price: z.number().nullable(),
  images: z.array(z.object({ url: z.string() })),
  /** The beginning of each value. */
  attributes: z.array(z.object({ name: z.string(), value: z.string() })),
  variations: z.number().int(),
  /** Of long texts the part in which they differ; the first 200 changes. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Of each column that cannot be taken, why. The key '' is the row as a whole. */
  errors: z.record(z.string(), z.string()),
  /** The cells that cannot be taken, as the file has them, where they are short enough to be corrected here; left out where there are none. */
  wrongCells: z
    .array(z.object({ line: z.number().int(), column: z.string(), value: z.string(), problem: z.string() }))
    .optional(),
})

const byId = { params: z.object({ id: IdParam }), reply: Import }
/** The body is multipart with the one part `file`; the query says what the file does not. `limit` stops the reading after so many rows (IMP-084). */
export const uploadImport = endpoint({
  method: 'POST',
  path: '/imports',
  summary: 'Upload a CSV file for review',
  needs: 'imports:write',
  form: true,
  query: z.object({
    kind: z.enum(['products', 'templates']).default('products'),
    limit: z.coerce.number().int().min(1).optional(),
  }),
  reply: Import,
  errors: ['import_unreadable', 'unsupported_type'],
  changes: ['imports'],
})
export const listImports = endpoint({
  method: 'GET',
  path: '/imports',
  summary: 'List imports, newest first',
  needs: 'organization:read',
  query: z.object(pageQuery),
  reply: pageOf(Import),
})
export const getImport = endpoint({
  method: 'GET',
  path: '/imports/{id}',
  summary: 'Get an import with its progress',
  needs: 'organization:read',
  ...byId,
  errors: ['not_found'],
})
export const planImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/plan',
  summary: 'Preview what an import would change (background)',
  needs: 'imports:write',
  bodyBytes: MEGABYTE,
  ...byId,
  body: ImportMapping,
  errors: ['not_found', 'import_busy'],
  changes: ['imports'],
})
export const rereadImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/reread',
  summary: 'Change a file’s encoding, separator or header row',
  needs: 'imports:write',
  ...byId,
  body: z.object({
    encoding: z.string().max(40).optional(),
    separator: z.string().length(1).optional(),
    headerRow: z.number().int().min(1).max(100).optional(),
    /** The program that the file is from, where it was taken for another. */
    format: z.enum(importFormats).optional(),
  }),
  errors: ['not_found', 'import_busy', 'import_unreadable'],
  changes: ['imports'],
})
export const listImportRows = endpoint({
  method: 'GET',
  path: '/imports/{id}/rows',
  summary: 'List an import’s rows with their results',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  query: z.object({
    ...pageQuery,
    limit: z.coerce.number().int().min(1).max(500).default(10),
    outcome: ImportOutcome.optional(),
    /** Only rows of which something cannot be taken: the whole row, or cells of it. */ problems: z
      .literal('true')
      .optional(),
  }),
  reply: pageOf(ImportRow).extend({
    /** With `problems`: the cells that are left out of rows that are imported otherwise. */
    skippedCells: z.number().int().optional(),
  }),
  errors: ['not_found'],
})
export const fixImportCells = endpoint({
  method: 'POST',
  path: '/imports/{id}/cells',
  summary: 'Correct cells of a reviewed import',
  needs: 'imports:write',
  bodyBytes: MEGABYTE,
  ...byId,
  body: z.object({
    cells: z
      .array(z.object({ line: z.number().int().min(1), column: z.string().max(2000), value: z.string().max(100_000) }))
      .min(1)
      .max(500),
  }),
  errors: ['not_found', 'import_busy', 'invalid_input'],
  changes: ['imports'],
})
export const suggestColumns = endpoint({
  method: 'GET',
  path: '/imports/{id}/suggestions',
  summary: 'Match columns to attributes by their values',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  query: z.object({ templateId: IdParam.optional() }),
  reply: z.array(
    z.object({ attribute: z.string(), columns: z.array(z.object({ column: z.string(), rows: z.number().int() })) }),
  ),
  errors: ['not_found'],
})
export const applyImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/apply',
  summary: 'Run a reviewed import (background)',
  needs: 'imports:write',
  ...byId,
  body: z.unknown().optional(),
  errors: ['not_found', 'import_busy'],
  changes: ['imports', 'products', 'templates', 'listings'],
})
export const cancelImport = endpoint({
  method: 'POST',
  path: '/imports/{id}/cancel',
  summary: 'Stop an import (what’s done can be undone)',
  needs: 'imports:write',
  ...byId,
  body: z.unknown().optional(),
  errors: ['not_found'],
  changes: ['imports', 'products'],
})
/** IMP-176..178: file and mapping in one request; answers when it is done, or after `wait` seconds while it goes on. */
const OneGo = {
  query: z.object({ wait: z.coerce.number().min(0).max(60).default(30) }),
  reply: Import,
  errors: ['import_unreadable', 'unsupported_type', 'invalid_input', 'not_found'] as const,
  changes: ['imports', 'products', 'templates', 'listings'] as const,
}
export const importCsv = endpoint({
  method: 'POST',
  path: '/products/importCSV/{id}',
  summary: 'Import products from a CSV file in one go',
  needs: 'imports:write',
  form: true,
  params: z.object({ id: z.coerce.number().int().min(0) }),
  ...OneGo,
})
export const importTemplatesCsv = endpoint({
  method: 'POST',
  path: '/productTemplates/importCSV',
  summary: 'Import templates from a CSV file in one go',
  needs: 'imports:write',
  form: true,
  ...OneGo,
})
export const bulkInsert = endpoint({
  method: 'POST',
  path: '/products/bulkInsert',
  summary: 'Insert products, or update those whose SKU exists',
  needs: 'imports:write',
  bodyBytes: 8 * MEGABYTE,
  body: z.object({
    products: z.array(z.record(z.string(), z.unknown())).min(1).max(1000, 'At most 1,000 products at once.'),
  }),
  reply: z.object({
    written: z.number().int(),
    failed: z.array(
      z.object({
        index: z.number().int(),
        sku: z.string(),
        message: z.string(),
        fields: z.record(z.string(), z.string()),
      }),
    ),
    changeSetId: Id.nullable(),
  }),
  changes: ['products', 'listings'],
})

export const importFound = endpoint({
  method: 'POST',
  path: '/adopting/{integrationId}/import',
  summary: 'Start an import of existing listings for review',
  needs: 'imports:write',
  params: z.object({ integrationId: IdParam }),
  body: z.object({
    which: WhichFound,
    /** Null: one named after the channel, with the attributes that the listings have. */
    template: Id.nullable().default(null),
    updateExisting: z.boolean().default(false),
  }),
  reply: Import,
  errors: ['not_found', 'invalid_input', 'integration_unauthenticated'],
  changes: ['imports', 'integrations'],
})
const bulkImportAt = <P extends string>(path: P) =>
  endpoint({
    method: 'POST',
    path,
    summary: 'Import existing listings as products without review (background)',
    needs: 'imports:write',
    params: z.object({ channel: ChannelId }),
    body: z
      .object({
        /** Listings by their SKUs, or by what their channel calls them. */
        skus: z.array(z.string().max(200)).max(10_000).default([]),
        ids: z.array(z.string().max(200)).max(10_000).default([]),
        template: Id.nullable().default(null),
        updateExistingProducts: z.boolean().default(false),
        /** Of several accounts; the channel's first one without. */
        integrationId: Id.optional(),
      })
      .refine(({ skus, ids }) => skus.length + ids.length > 0, 'Choose at least one listing.'),
    reply: Import,
    errors: ['not_found', 'invalid_input', 'integration_missing', 'integration_unauthenticated'],
    changes: ['imports', 'integrations', 'products', 'listings'],
  })
/** IMP-156, IMP-157, IMP-186, IMP-188, IMP-190, IMP-194. */
export const bulkImport = bulkImportAt('/channels/{channel}/bulkImport')
/** IMP-192: the same where BigCommerce is asked for it. */
export const bulkImportOfIntegration = bulkImportAt('/integrations/{channel}/bulkImport')
