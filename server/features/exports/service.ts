import { type ProductFilter, productFilter } from '#contract/products/filter.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { exportProducts } from '#contract/exports.ts'
import { SizeAndWeight } from '#contract/shapes.ts'
import type { Cell } from '#domain/products/files/cells.ts'
import {
  type CsvProduct,
  attributeColumns,
  attributeHeader,
  productColumns,
  productHeader,
  productRows,
  standardColumns,
  variationColumns,
} from '#domain/products/files/csv.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { templateAttributeColumns, templateHeader, templateRow } from '#domain/templates/csv.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { OutgoingFile } from '../../http/replies/file.ts'
import { idsOf } from '../../http/requests/ids.ts'
import { matchingIds } from '../products/list/selection.ts'
import { csvFile, tableFile } from './files.ts'
import { Pace, inGroups, lengthOf } from './table.ts'
import * as queries from './queries.ts'

type Query = HandlerInput<typeof exportProducts>['query']

/** Ids found at once: each time the whole filter is looked through. */
const IDS = 10_000
/** Products read at once, fewer where they are longer together. */
const CHUNK = 200
const CHUNK_CHARACTERS = 4_000_000
/** Products looked through for the names of their attributes at once. */
const NAMES_CHUNK = 1000
/** Names of attributes that products keep in fields, which have columns of their own. */
const inFields = new Set(['vendor', 'location', 'warehouse', 'bin'])

/** The chosen products, or those of a filter (INV-077), in the order of their ids: the same products make the same file. */
export async function products(ctx: Ctx, query: Query): Promise<OutgoingFile> {
  const selected = idsOf('selectedIds', query.selectedIds).toSorted((a, b) => a - b)
  const except = idsOf('exceptIds', query.exceptIds)
  const filter = Object.fromEntries(
    Object.keys(productFilter).map((name) => [name, query[name as keyof ProductFilter]]),
  ) as ProductFilter
  const chunks = (size: number) => parts(selected.length > 0 ? [selected] : matching(ctx, filter, except), size)
  const read = async () => {
    const attributes = await attributeNames(ctx, chunks(NAMES_CHUNK))
    return { header: productHeader(attributes), rows: rowsOf(ctx, chunks(CHUNK), attributes) }
  }
  return tableFile({ name: 'products', first: productColumns, read }, query.format, 'Products')
}

async function* matching(ctx: Ctx, filter: ProductFilter, except: readonly number[]): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const ids = await matchingIds(ctx, filter, { after, limit: IDS, except })
    const last = ids.at(-1)
    if (last === undefined) return
    yield ids
    after = last
  }
}

async function* parts(
  all: AsyncIterable<readonly number[]> | Iterable<readonly number[]>,
  size: number,
): AsyncGenerator<number[]> {
  for await (const ids of all) for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size)
}

/** What has a column: the attributes of the products' templates, and what else has a value in them. */
async function attributeNames(ctx: Ctx, chunks: AsyncGenerator<number[]>): Promise<string[]> {
  const used = new Set<string>()
  const templateIds = new Set<number>()
  for await (const ids of chunks) {
    for (const { templateId, name } of await queries.namesIn(ctx, ids)) {
      templateIds.add(templateId)
      if (name !== null) used.add(name)
    }
  }
  const defined = (await queries.templates(ctx, [...templateIds]))
    .flatMap((t) => t.attributes.map((a) => a.name))
    .filter((name) => !inFields.has(nameKey(name)))
  return attributeColumns([...defined, ...[...used].sort()])
}

async function* rowsOf(
  ctx: Ctx,
  chunks: AsyncGenerator<number[]>,
  attributes: readonly string[],
): AsyncGenerator<Cell[][]> {
  const pace = new Pace(CHUNK, CHUNK_CHARACTERS)
  for await (const ids of chunks)
    for (let at = 0; at < ids.length; ) {
      if (ctx.services.stopping.aborted) throw new AppError('unavailable')
      const some = ids.slice(at, at + pace.next)
      at += some.length
      let characters = 0
      for await (const group of inGroups(rowsOfEach(await queries.products(ctx, some), attributes))) {
        characters += lengthOf(group)
        yield group
      }
      pace.took(some.length, characters)
    }
}

function* rowsOfEach(products: readonly CsvProduct[], attributes: readonly string[]): Generator<Cell[]> {
  for (const product of products)
    yield* productRows({ ...product, sizeAndWeight: SizeAndWeight.parse(product.sizeAndWeight) }, attributes)
}

/** All templates, as their import reads them. */
export async function templates(ctx: Ctx, format: 'csv' | 'xlsx'): Promise<OutgoingFile> {
  const all = await queries.templates(ctx)
  const columns = templateAttributeColumns(all)
  return tableFile(
    {
      name: 'templates',
      read: async () => ({
        header: templateHeader(columns),
        rows: [all.map((template) => templateRow(template, columns))],
      }),
    },
    format,
    'Templates',
  )
}

/** The header row to begin an import file with: the standard columns, and those of a template (IMP-180). @param templateId 0 for none. @throws not_found */
export async function importTemplate(ctx: Ctx, templateId: number): Promise<OutgoingFile> {
  if (templateId === 0) return headerFile(standardColumns)
  const [template] = await queries.templates(ctx, [templateId])
  if (!template) throw new AppError('not_found')
  const attributes = attributeColumns(template.attributes.map((a) => a.name)).map((name) =>
    inFields.has(nameKey(name)) ? nameKey(name) : attributeHeader(name),
  )
  const header = [...standardColumns, ...(template.variations.length > 0 ? variationColumns : []), ...attributes]
  return headerFile(header)
}

const headerFile = (header: readonly string[]) =>
  csvFile({ name: 'import_template', read: async () => ({ header, rows: [] }) })
