import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { File } from './files.ts'
import { Joined, productFilter } from './products/filter.ts'
import { IdParam } from './shapes.ts'

const Format = z.enum(['csv', 'xlsx']).default('csv')

/** INV-246. With `selectedIds` those products, else all that the filter finds. */
export const exportProducts = endpoint({
  method: 'GET',
  path: '/products/exportCSV/products',
  summary: 'Export products',
  needs: 'organization:read',
  query: z.object({ ...productFilter, selectedIds: Joined, exceptIds: Joined, format: Format }),
  reply: File,
})
export const exportTemplates = endpoint({
  method: 'GET',
  path: '/products/exportCSV/templates',
  summary: 'Export templates',
  needs: 'organization:read',
  query: z.object({ format: Format }),
  reply: File,
})
/** IMP-179, IMP-180. */
export const importTemplateFile = endpoint({
  method: 'GET',
  path: '/products/importCSVTemplate/{id}',
  summary: 'Download a blank file for importing a template’s products',
  needs: 'organization:read',
  params: z.object({ id: z.coerce.number().int().min(0) }),
  reply: File,
  errors: ['not_found'],
})
/** Only the rows of an import that were refused, as they came, with the reason in a last column. */
export const failedRowsFile = endpoint({
  method: 'GET',
  path: '/imports/{id}/failed',
  summary: 'Export the rejected rows of an import',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: File,
  errors: ['not_found'],
})
