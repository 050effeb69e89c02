import type { HandlerReply } from '#contract/endpoint.ts'
import type { listImportRows } from '#contract/imports.ts'
import { type TemplateColumns, readTemplate, templateColumns } from '#domain/imports/mapping/template.ts'
import { AppError } from '../../../errors.ts'
import type { ImportRecord } from '../queries.ts'

/** What reads the records of a file of templates. @throws invalid_input without a column for names */
export function templateReadingOf({ columns }: ImportRecord): TemplateColumns {
  const result = templateColumns(columns.map((c) => c.name))
  if ('problem' in result)
    throw new AppError('invalid_input', result.problem, { fields: { 'fieldMappings.name': result.problem } })
  return result
}

type Row = HandlerReply<typeof listImportRows>['data'][number]

/** A row of templates by the names that rows of products have. */
export function templateRow(
  record: ImportRecord,
  cells: readonly string[],
): Pick<
  Row,
  'sku' | 'templateName' | 'title' | 'quantity' | 'reservedQuantity' | 'price' | 'images' | 'attributes' | 'variations'
> {
  const columns = templateColumns(record.columns.map((c) => c.name))
  const read = 'problem' in columns ? undefined : readTemplate(columns, 0, cells)
  const attributes = [
    ...(read?.defaults ?? []),
    ...(read?.attributes ?? []).map(({ name, options }) => ({ name, value: options?.join(', ') ?? '' })),
  ]
  return {
    sku: '',
    templateName: read?.name ?? '',
    title: read?.title ?? '',
    quantity: null,
    reservedQuantity: 0,
    price: null,
    images: [],
    attributes,
    variations: 0,
  }
}
