import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ImportMapping } from '#contract/imports.ts'
import { ColumnCounter, type ReadColumn } from '#domain/imports/reading/columns.ts'
import { type CsvRecord, CsvReader, Unreadable } from '#domain/imports/reading/csv.ts'
import { columnNames, findHeader, findSeparator } from '#domain/imports/reading/dialect.ts'
import { mappingOf, recognise } from '#domain/imports/reading/formats.ts'
import { otherKind } from '#domain/imports/reading/signature.ts'
import { suggestByValues } from '#domain/imports/mapping/suggest.ts'
import { headerKey } from '#domain/imports/mapping/synonyms.ts'
import { breathe } from '../../../breathe.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { decoderOf } from './encoding.ts'
import { areScanned } from './scanned.ts'
import { writeSoldThere } from './sold-there.ts'
import { progressOf } from '../progress.ts'
import * as queries from '../queries.ts'

const unpack = promisify(gunzip)
/** Characters read without a pause. */
const SLICE = 16_384
/** Characters by which the separator is found. */
const SAMPLE = 16 * SLICE
const BATCH_ROWS = 1000
const BATCH_CHARACTERS = 1_000_000
/** Records among which the header is looked for. */
const HEADER_WITHIN = 100
const UNREADABLE = 'Failed to parse CSV'

/** Reads a file into rows and detects its kind. Repeating it starts from the beginning. */
export async function readImport(ctx: Ctx, id: number): Promise<void> {
  const record = await queries.takeOn(ctx, id, 'reading')
  if (!record) return
  const progress = progressOf(ctx)
  try {
    await queries.clear(ctx, id, 'importUnits')
    await queries.clear(ctx, id, 'importRows')
    if (!(await areScanned(ctx, record))) return progress.end()
    if (record.integrationId !== null) await writeSoldThere(ctx, record)
    const read = await new FileReading(ctx, record, progress).run()
    await queries.analyseKept(ctx.services.database.system, 'import_rows', read.rows)
    await finish(ctx, record, read)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    await queries.update(ctx, id, {
      state: 'failed',
      error: `${UNREADABLE}. ${error.message}`,
      finishedAt: ctx.services.clock.now(),
    })
  }
  progress.end()
}

/** Goes on with the mapping that came with the file, where one did. */
const finish = (ctx: Ctx, record: queries.ImportRecord, read: Awaited<ReturnType<FileReading['run']>>) =>
  inTransaction(ctx, async (ctx) => {
    const now = await queries.lock(ctx, record.id)
    if (now?.state !== 'reading' || now.run !== record.run) return
    const names = read.columns.map((c) => c.name)
    const format = record.asked.format ?? recognise(names)
    const shape = createHash('sha256')
      .update(`${record.kind}\n${names.map(headerKey).join('\n')}`)
      .digest('base64url')
      .slice(0, 22)
    const named = { ...ImportMapping.parse({}), ...mappingOf(format, names) }
    const suggested =
      record.kind === 'products'
        ? suggestByValues(named, read.columns, (await queries.templateNames(ctx)).values())
        : named
    const isMapped = record.oneGo || record.integrationId !== null
    const mapping = isMapped
      ? oneGoMapping(record.mapping, suggested)
      : ((record.asked.format ? undefined : await queries.remembered(ctx, record.kind, shape))?.mapping ?? suggested)
    await queries.update(ctx, record.id, {
      format,
      shape,
      encoding: read.encoding,
      separator: read.separator,
      headerRow: read.headerRow,
      rows: read.rows,
      done: read.rows,
      columns: JSON.stringify(read.columns),
      error: '',
      mapping: JSON.stringify(mapping),
      state: isMapped ? 'planning' : 'mapping',
      outcomes: '{}',
      applied: '{}',
    })
    if (isMapped)
      await enqueue(
        ctx,
        'imports.plan',
        { organizationId: ctx.organizationId, importId: record.id },
        { key: `${ctx.organizationId}:${record.id}` },
      )
  })

/** What a request does not say is taken from the file: with no mapping at all it is a file that maps itself. */
function oneGoMapping(mapping: Partial<ImportMapping>, suggested: ImportMapping): ImportMapping {
  const names = (map: Record<string, string> | undefined) => Object.keys(map ?? {}).length > 0
  return {
    ...suggested,
    ...mapping,
    fieldMappings: names(mapping.fieldMappings) ? (mapping.fieldMappings ?? {}) : suggested.fieldMappings,
    attributeMappings: names(mapping.attributeMappings)
      ? (mapping.attributeMappings ?? {})
      : suggested.attributeMappings,
    templateColumn: mapping.template
      ? (mapping.templateColumn ?? null)
      : (mapping.templateColumn ?? suggested.templateColumn),
  }
}

async function separatorOf(sample: string): Promise<string> {
  let best = ','
  for (const separator of findSeparator(sample)) {
    best = separator
    await breathe()
  }
  return best
}

const charactersOf = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.length, 0)

class FileReading {
  readonly #ctx: Ctx
  readonly #import: queries.ImportRecord
  readonly #progress: { tell(): void }
  #reader: CsvReader | undefined
  #counter: ColumnCounter | undefined
  #before: CsvRecord[] = []
  #beforeSize = 0
  #batch: CsvRecord[] = []
  #batchSize = 0
  /** One batch is written while the next is read. */
  #writing: Promise<void> = Promise.resolve()
  #rows = 0
  #separator = ','
  #headerRow = 1
  /** Columns up to the last that has a name. */
  #named = 0

  constructor(ctx: Ctx, record: queries.ImportRecord, progress: { tell(): void }) {
    this.#ctx = ctx
    this.#import = record
    this.#progress = progress
  }

  async run() {
    const encoding = this.#import.asked.encoding ?? this.#import.encoding
    for await (const text of this.#texts(encoding)) {
      this.#reader ??= await this.#begin(text)
      for (let at = 0; at < text.length && !this.#full(); at += SLICE) {
        await this.#take(this.#reader.push(text.slice(at, at + SLICE)))
        await breathe()
      }
      if (this.#full()) break
    }
    if (!this.#reader) throw new Unreadable('The file is empty.')
    if (!this.#full()) await this.#take(this.#reader.end())
    if (!this.#counter) await this.#header()
    await this.#flush()
    await this.#writing
    return {
      encoding,
      separator: this.#separator,
      headerRow: this.#headerRow,
      rows: this.#rows,
      columns: usedColumns(this.#counter?.columns() ?? [], this.#named),
    }
  }

  async *#texts(encoding: string): AsyncGenerator<string> {
    const decoder = decoderOf(encoding)
    for (let position = 0; ; position += 1) {
      const chunk = await queries.chunk(this.#ctx, this.#import.id, position)
      if (!chunk) break
      const bytes = await unpack(chunk.content)
      const other = position === 0 ? otherKind(bytes) : undefined
      if (other !== undefined) throw new Unreadable(other)
      const text = decoder.write(bytes)
      if (text !== '') yield text
    }
    const rest = decoder.end()
    if (rest !== '') yield rest
  }

  async #begin(text: string): Promise<CsvReader> {
    this.#separator = this.#import.asked.separator ?? (await separatorOf(text.slice(0, SAMPLE)))
    return new CsvReader(this.#separator)
  }

  /** Row limit (IMP-084). */
  #full = () => this.#import.asked.limit !== undefined && this.#rows >= this.#import.asked.limit

  async #take(records: readonly CsvRecord[]): Promise<void> {
    if (!this.#counter) {
      this.#before.push(...records)
      this.#beforeSize += records.reduce((sum, { cells }) => sum + charactersOf(cells), 0)
      if (this.#before.length >= HEADER_WITHIN || this.#beforeSize >= BATCH_CHARACTERS) await this.#header()
    } else
      for (const record of records) {
        await this.#row(record)
        await breathe()
      }
  }

  async #header(): Promise<void> {
    const { headerRow } = this.#import.asked
    const sheetIndex =
      headerRow === undefined ? findHeader(this.#before) : this.#before.findIndex((r) => r.line >= headerRow)
    const header = this.#before[sheetIndex]
    if (!header) throw new Unreadable('No header row was found.')
    this.#headerRow = header.line
    this.#named = header.cells.findLastIndex((cell) => cell.trim() !== '') + 1
    this.#counter = new ColumnCounter(columnNames(header.cells))
    for (const record of this.#before.splice(0).slice(sheetIndex + 1)) {
      await this.#row(record)
      await breathe()
    }
  }

  async #row(record: CsvRecord): Promise<void> {
    if (this.#full()) return
    this.#counter?.add(record.cells)
    this.#rows += 1
    this.#batch.push({ line: record.line, cells: record.cells })
    this.#batchSize += charactersOf(record.cells)
    if (this.#batch.length >= BATCH_ROWS || this.#batchSize >= BATCH_CHARACTERS) await this.#flush()
  }

  async #flush(): Promise<void> {
    await this.#writing
    if (this.#batch.length === 0) return
    this.#writing = this.#insert(this.#batch, this.#rows)
    // An error is thrown by the next batch, or at the end.
    this.#writing.catch(() => undefined)
    this.#batch = []
    this.#batchSize = 0
  }

  async #insert(batch: readonly CsvRecord[], rows: number): Promise<void> {
    await queries.insertRows(this.#ctx, this.#import.id, batch)
    await queries.update(this.#ctx, this.#import.id, { rows, done: rows })
    this.#progress.tell()
  }
}

/** Spreadsheets write separators for columns that have never been used. */
const usedColumns = (columns: ReadColumn[], named: number) =>
  columns.slice(0, Math.max(named, columns.findLastIndex((c) => c.filled > 0) + 1))
