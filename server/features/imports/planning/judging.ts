import { ImportMapping } from '#contract/imports.ts'
import { templateNameChars } from '#contract/templates.ts'
import type { CsvRecord } from '#domain/imports/reading/csv.ts'
import { type Judgement, type Known, judge } from '#domain/imports/planning/judge.ts'
import { type ReadProduct, readProduct } from '#domain/imports/planning/product.ts'
import { type Reading, prepare } from '#domain/imports/reading/reading.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { breathe } from '../../../breathe.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { plainText, sanitise } from '../../../http/requests/html.ts'
import { copiesOf } from '../../products/images/service.ts'
import * as products from '../../products/service.ts'
import * as templates from '../../templates/service.ts'
import * as queries from '../queries.ts'
import * as unitQueries from '../unit-queries.ts'

/** Why the records of a product are not read. */
function excessOf({ lines, characters }: unitQueries.Unit): string | undefined {
  const [first] = lines
  const begins = `The rows of the product on line ${first}`
  if (lines.length > unitQueries.MOST_LINES)
    return `${begins} are more than ${unitQueries.MOST_LINES.toLocaleString('en-US')}. Split it into several products.`
  if ((characters ?? 0) > unitQueries.MOST_CHARACTERS && lines.length > 1)
    return `${begins} have more than ${unitQueries.MOST_CHARACTERS.toLocaleString('en-US')} characters together. Shorten their texts, or split it into several products.`
  return undefined
}

/** What reads the records of an import. @throws invalid_input at the parts of the mapping that its file does not have */
export function readingOf(record: queries.ImportRecord, mapping: ImportMapping): Reading {
  const prepared = prepare(record.format, record.columns, mapping)
  if ('reading' in prepared) return prepared.reading
  const [first] = Object.values(prepared.problems)
  throw new AppError('invalid_input', first, { fields: prepared.problems })
}

/** Reads and judges units of a file of products against what is there now. */
export class Judging {
  readonly #ctx: Ctx
  readonly #importId: number
  readonly #reading: Reading
  readonly #mapping: ImportMapping
  readonly #templates: Map<number, string>
  readonly #byName: Map<string, number>
  readonly #made = new Set<number>()

  private constructor(
    ctx: Ctx,
    importId: number,
    reading: Reading,
    mapping: ImportMapping,
    templates: Map<number, string>,
  ) {
    this.#ctx = ctx
    this.#importId = importId
    this.#reading = reading
    this.#mapping = mapping
    this.#templates = templates
    this.#byName = new Map([...templates].map(([id, name]) => [nameKey(name), id]))
  }

  static async open(ctx: Ctx, record: queries.ImportRecord): Promise<Judging> {
    const mapping = ImportMapping.parse(record.mapping)
    return new Judging(ctx, record.id, readingOf(record, mapping), mapping, await queries.templateNames(ctx))
  }

  get reading(): Reading {
    return this.#reading
  }

  async read(units: readonly unitQueries.Unit[]): Promise<ReadProduct[]> {
    // Of a product that is too large its first record says which it is.
    const linesOf = (unit: unitQueries.Unit) => (excessOf(unit) ? unit.lines.slice(0, 1) : unit.lines)
    const cells = await queries.rows(this.#ctx, this.#importId, units.flatMap(linesOf))
    const read = await this.readRecords(
      units.map((unit) => linesOf(unit).map((line) => ({ line, cells: cells.get(line) ?? [] }))),
    )
    units.forEach((unit, n) => {
      const [product, excess] = [read[n], excessOf(unit)]
      if (product && excess) product.errors[''] = excess
    })
    return read
  }

  async readRecords(units: readonly (readonly CsvRecord[])[]): Promise<ReadProduct[]> {
    const read: ReadProduct[] = []
    for (const records of units) {
      read.push(readProduct(this.#reading, records))
      await breathe()
    }
    await this.#showCopies(read)
    return read
  }

  /** A picture that was copied from another shop stays our copy when its file comes again. */
  async #showCopies(read: readonly ReadProduct[]): Promise<void> {
    const owners = read.flatMap((product) => [product, ...product.variations])
    const copies = await copiesOf(this.#ctx, [...new Set(owners.flatMap((owner) => owner.images ?? []))])
    if (copies.size > 0)
      for (const owner of owners) if (owner.images) owner.images = owner.images.map((url) => copies.get(url) ?? url)
  }

  /** Makes templates that products name and that are not there, where the mapping asks for it (IMP-109). */
  async makeTemplates(read: readonly ReadProduct[]): Promise<void> {
    if (!this.#mapping.createTemplates) return
    const missing = new Set(
      read.map((r) => r.template).filter((name) => name !== '' && !this.#byName.has(nameKey(name))),
    )
    for (const attributeName of missing) {
      // Two long names may be one once they are shortened, and somebody else may have made it meanwhile.
      const { id, name } = await templates.named(this.#ctx, {
        name: attributeName.slice(0, templateNameChars).trim(),
        attributes: [],
      })
      this.#templates.set(id, name)
      this.#byName.set(nameKey(attributeName), id)
      this.#made.add(id)
    }
  }

  /** Templates that `makeTemplates` made. */
  get made(): ReadonlySet<number> {
    return this.#made
  }

  /** The template that a new product of the file goes to, where it is there. */
  templateOf({ template, templateId }: ReadProduct): number | undefined {
    if (template !== '') return this.#byName.get(nameKey(template))
    return this.#mapping.template ?? templateId ?? undefined
  }

  /** In the order of what was read. @param ctx the transaction, where there is one */
  async judge(ctx: Ctx, read: readonly ReadProduct[]): Promise<Judgement[]> {
    const owners = await products.productsBySku(ctx, [
      ...new Set(read.flatMap((r) => [r.sku, ...r.variations.map((v) => v.sku)])),
    ])
    const present = await products.presentMany(ctx, [...new Set([...owners.values()].map((o) => o.id))])
    const known: Known = {
      owner: (sku) => owners.get(sku),
      product: (id) => present.get(id)?.product,
      templateByName: (name) => this.#byName.get(nameKey(name)),
      templateName: (id) => this.#templates.get(id),
      single: this.#mapping.template,
      perRow:
        this.#reading.template !== undefined ||
        (this.#mapping.template === null && this.#reading.fields.templateId !== undefined),
      makesTemplates: this.#mapping.createTemplates,
      updates: this.#mapping.updateExisting,
      clean: { html: sanitise, line: plainText },
    }
    const judged: Judgement[] = []
    for (const product of read) {
      judged.push(judge(product, known))
      await breathe()
    }
    return judged
  }
}
