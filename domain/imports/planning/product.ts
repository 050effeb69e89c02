import type { ImportField } from '#contract/imports.ts'
import { FOLDER_SKU, isFolder } from '#contract/products/products.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import { cut } from '../reading/cut.ts'
import {
  NAME_LENGTH,
  SKU_LENGTH,
  type NumberField,
  type TextField,
  VALUE_LENGTH,
  type Worth,
  countFields,
  moneyFields,
  pictureOf,
  readCount,
  readFlag,
  readImages,
  readMeasure,
  readMoney,
  readSize,
  readSizeUnit,
  readTagsCell,
  readTextField,
  readTime,
  readWeightUnit,
  sizeFields,
  textFields,
  tooLong,
} from '../mapping/fields.ts'
import { MOST_VARIATIONS, type Option, derivedSku } from '../reading/layouts.ts'
import { type Reading, type RecordCells, recordOf } from '../reading/reading.ts'
import type { WrongCell } from './wrong-cell.ts'

/** Images that a file gives a product at most (IMP-087). */
export const MOST_IMAGES = 12

/** As the contract of products has it. */
const MOST_ATTRIBUTES = 500
const MOST_OF_VARIATION = 50

/** The message for rows that say DELETE in a column that no field uses. */
export const UNUSED_DELETE = 'Skipped: the DELETE column isn’t mapped. Map it to delete this product.'

/** A variation as a file has it. What is left out is not in the file. Money in minor units; null is the product's own. */
export interface ReadVariation {
  line: number
  name: string
  sku: string
  barcode?: string
  price?: number | null
  cost?: number | null
  quantity?: number
  sold?: number
  images?: string[]
  attributes: Option[]
  remove: boolean
}
/** A product as a file has it (IMP-088..102): blank numbers are left out, and so is what no column stands for. Money in minor units. */
export interface ReadProduct extends Partial<Record<NumberField, number>> {
  line: number
  sku: string
  /** As the file names it; empty where it names none. */
  template: string
  templateId: number | null
  remove: boolean
  /** It says DELETE in a column that the mapping does not use. */
  asksToDelete?: true
  /** The file has variations of it, but nothing of itself. */
  orphan: boolean
  texts: Partial<Record<TextField, string>>
  tags?: string[]
  active?: boolean
  /** ISO 8601; of a new product only. */
  createdAt?: string
  size: Partial<SizeAndWeight>
  images?: string[]
  attributes: Option[]
  variations: ReadVariation[]
  /** Column → what is wrong with its cell; the column '' means the record as a whole, which then is not taken. */
  errors: Record<string, string>
  /** The cells that are meant; none where nothing is wrong with a single one. */
  wrongCells?: WrongCell[]
}

/** Reads the records of one product. Cells that cannot be taken are left out and told (IMP-086). */
export function readProduct(
  reading: Reading,
  records: readonly { line: number; cells: readonly string[] }[],
): ReadProduct {
  const rows = records.map(({ line, cells }) => recordOf(reading, line, cells))
  const [first] = rows
  if (!first) throw new Error('a product has at least one record')
  return new ProductReader(reading, rows, first).read()
}

class ProductReader {
  readonly #reading: Reading
  readonly #rows: readonly RecordCells[]
  readonly #first: RecordCells
  readonly #errors: Record<string, string> = {}
  readonly #wrongCells: WrongCell[] = []

  constructor(reading: Reading, rows: readonly RecordCells[], first: RecordCells) {
    this.#reading = reading
    this.#rows = rows
    this.#first = first
  }

  read(): ReadProduct {
    const { layout } = this.#reading
    const parent = this.#first.get('parent')?.trim() ?? ''
    const readings = this.#rows.map((row) => ({
      row,
      says: layout.says(row, this.#first, {
        own: row.get('sku')?.trim() ?? '',
        parent: row.get('parent')?.trim() ?? '',
      }),
    }))
    for (const { row } of readings) this.#checkWidth(row)
    const own = readings.find(({ says }) => says === 'product' || says === 'both')
    const variations = readings
      .filter(({ says, row }) => (says === 'variation' || says === 'both') && !this.#leftOut(row, own?.row))
      .map(({ row }) => row)
    const row = own?.row ?? this.#first
    const sku = this.#sku(
      own?.says === 'product' ? (layout.sku?.(row) ?? row.get('sku')?.trim() ?? '') : '',
      variations.length === 0 ? '' : parent,
    )
    const product: ReadProduct = {
      line: this.#first.line,
      sku,
      ...this.#template(row),
      remove: own !== undefined && row.get('delete')?.trim() === 'DELETE',
      ...(own !== undefined && this.#asksToDelete(row) && { asksToDelete: true }),
      orphan: !own && this.#reading.grouping.by === 'parent',
      ...this.#fields(row, own?.says === 'product'),
      attributes: this.#attributes(row),
      variations: [],
      errors: this.#errors,
    }
    const images = this.#images(
      own ? readings.filter(({ says }) => says !== 'variation' || layout.position).map((s) => s.row) : [],
    )
    if (images) product.images = images
    // A single record that names a parent says nothing about the parent itself.
    if (product.orphan)
      Object.assign(product, {
        texts: {},
        size: {},
        attributes: [],
        tags: undefined,
        ...Object.fromEntries([...moneyFields, ...countFields].map((field) => [field, undefined])),
        active: undefined,
        createdAt: undefined,
      })
    product.variations = [...variations.map((v) => this.#variation(v, product)), ...this.#listed(row, sku)]
    this.#checkVariations(product)
    this.#checkAttributes(product)
    return this.#wrongCells.length > 0 ? { ...product, wrongCells: this.#wrongCells } : product
  }

  #take<T>(row: RecordCells, position: number, worth: Worth<T>): T | undefined {
    if (!worth) return undefined
    if ('value' in worth) return worth.value
    this.#wrong(row, position, worth.problem)
    return undefined
  }

  /** Notes a cell that cannot be taken: of several in one column, the later ones with their lines. */
  #wrong(row: RecordCells, position: number, problem: string) {
    const column = this.#reading.names[position] ?? ''
    if (this.#wrongCells.some((wrong) => wrong.line === row.line && wrong.column === column)) return
    this.#wrongCells.push({ line: row.line, column, value: row.cell(position) ?? '', problem })
    this.#errors[this.#errors[column] === undefined ? column : `${column} (line ${row.line})`] = problem
  }

  #problem(position: number | undefined, problem: string) {
    this.#errors[position === undefined ? '' : (this.#reading.names[position] ?? '')] ??= problem
  }

  #field<T>(
    row: RecordCells,
    field: ImportField,
    read: (cell: string, decimal?: '.' | ',') => Worth<T>,
  ): T | undefined {
    const position = this.#reading.fields[field]
    const cell = row.cell(position)
    return cell === undefined || position === undefined
      ? undefined
      : this.#take(row, position, read(cell, this.#reading.decimals[position]))
  }

  #checkWidth(row: RecordCells) {
    const width = this.#reading.names.length
    if (row.width > width)
      this.#problem(
        undefined,
        `Line ${row.line} has ${row.width} cells, but the header only ${width}. Check its quotation marks and separators.`,
      )
  }

  #sku(own: string, parent: string): string {
    const named = () =>
      (this.#reading.layout.skuFrom ?? []).map((key) => this.#first.at(key)?.trim() ?? '').find(Boolean) ?? ''
    const sku = own || parent || named()
    const isCell = own === sku
    if (sku === '') this.#refuseSku('SKU is required.', '')
    if (sku.length > SKU_LENGTH) this.#refuseSku(`SKU: ${tooLong(SKU_LENGTH)}`, isCell && sku)
    if (isFolder(sku)) this.#refuseSku(FOLDER_SKU, isCell && sku)
    return sku
  }

  /** The row is not taken at all, but its cell can be corrected. @param value what the cell says, where the SKU comes from it */
  #refuseSku(problem: string, value: string | false) {
    this.#problem(undefined, problem)
    const column = this.#reading.names[this.#reading.fields.sku ?? -1]
    if (column !== undefined && value !== false)
      this.#wrongCells.push({ line: this.#first.line, column, value, problem })
  }

  #template(row: RecordCells): Pick<ReadProduct, 'template' | 'templateId'> {
    const id = Number(row.get('templateId')?.trim() || 'none')
    return {
      template: row.cell(this.#reading.template)?.trim() ?? '',
      templateId: Number.isSafeInteger(id) && id > 0 ? id : null,
    }
  }

  /** @param counted whether the record's pieces are the product's own, not a variation's */
  #fields(row: RecordCells, counted: boolean) {
    const { layout } = this.#reading
    const texts: ReadProduct['texts'] = {}
    for (const field of textFields) {
      const text = this.#field(row, field, (cell) => readTextField(field, cell))
      if (text !== undefined)
        texts[field] = field === 'condition' ? (layout.condition?.(text.trim()) ?? text.trim()) : text
    }
    if (!counted) set(texts, 'title', layout.title?.(row))
    const numbers: Partial<Record<NumberField, number>> = {}
    for (const field of moneyFields) set(numbers, field, this.#field(row, field, readMoney))
    if (counted) for (const field of countFields) set(numbers, field, this.#field(row, field, readCount))
    const tags = this.#field(row, 'tags', readTagsCell)
    const [active, createdAt] = [this.#field(row, 'active', readFlag), this.#field(row, 'createdAt', readTime)]
    return {
      texts,
      ...numbers,
      size: this.#size(row),
      ...(tags === undefined ? {} : { tags }),
      ...(active === undefined ? {} : { active }),
      ...(createdAt === undefined ? {} : { createdAt }),
    }
  }

  #size(row: RecordCells): Partial<SizeAndWeight> {
    const size: Partial<SizeAndWeight> = { ...this.#field(row, 'size', readSize) }
    for (const field of sizeFields) set(size, field, this.#field(row, field, readMeasure))
    set(size, 'weightUnit', this.#field(row, 'weightUnit', readWeightUnit))
    set(size, 'sizeUnit', this.#field(row, 'sizeUnit', readSizeUnit))
    const { weight } = this.#reading.layout
    if (!weight || typeof size.weight !== 'number') return size
    const { weight: typedWeight, ...rest } = size
    const meant = weight(typedWeight, size.weightUnit ?? '')
    return meant === undefined ? {} : { ...rest, weight: meant }
  }

  #attributes(row: RecordCells): Option[] {
    return this.#reading.attributes.flatMap(({ name, position }) => {
      const value = row.cell(position)
      if (value === undefined) return []
      if (value.length > VALUE_LENGTH || name.length > NAME_LENGTH) {
        this.#wrong(row, position, tooLong(VALUE_LENGTH))
        return []
      }
      return [{ name, value: value.trim() === '' ? '' : value }]
    })
  }

  #imageCells(row: RecordCells): string[] {
    const fields: ImportField[] = [
      'images',
      ...Array.from({ length: MOST_IMAGES }, (_, n) => `image${n + 1}` as ImportField),
    ]
    return fields.flatMap((field) => {
      const position = this.#reading.fields[field]
      const cell = row.cell(position)
      if (!cell?.trim()) return []
      const { urls, problem } = readImages(cell)
      if (problem && position !== undefined) this.#wrong(row, position, problem)
      return urls
    })
  }

  /** Undefined where no record names any: images are then left as they are. */
  #images(rows: readonly RecordCells[]): string[] | undefined {
    const { position } = this.#reading.layout
    const placed = rows.flatMap((row) => this.#imageCells(row).map((url) => ({ url, at: position?.(row) ?? 0 })))
    const urls = [...new Set(placed.toSorted((a, b) => a.at - b.at).map(({ url }) => url))]
    return urls.length === 0 ? undefined : urls.slice(0, MOST_IMAGES)
  }

  #variation(row: RecordCells, product: ReadProduct): ReadVariation {
    const { layout, grouping } = this.#reading
    const attributes = this.#options(row)
    const values = attributes.map((a) => a.value).join(' / ')
    const name = this.#variationName(row, values)
    const sku = row.get('sku')?.trim() || (values === '' ? '' : derivedSku(product.sku, values))
    if (sku === '') this.#problem(undefined, `SKU is required (line ${row.line}).`)
    if (sku.length > SKU_LENGTH) this.#problem(undefined, `SKU: ${tooLong(SKU_LENGTH)}`)
    if (isFolder(sku)) this.#problem(undefined, FOLDER_SKU)
    const variation: ReadVariation = {
      line: row.line,
      name: name || sku,
      sku,
      attributes,
      remove: row.get('delete')?.trim() === 'DELETE',
    }
    set(
      variation,
      'barcode',
      this.#field(row, 'barcode', (cell) => readTextField('barcode', cell)),
    )
    const own = grouping.by === 'parent'
    for (const field of countFields) set(variation, field, this.#field(row, field, readCount))
    for (const field of ['price', 'cost'] as const) {
      const money = this.#field(row, field, readMoney)
      // Files of shops repeat the product's price with each variation.
      set(variation, field, !own && money !== undefined && money === product[field] ? null : money)
    }
    const images = own ? this.#images([row]) : pictureOf(layout.picture?.(row))
    if (images) variation.images = images
    return variation
  }

  #variationName(row: RecordCells, values: string): string {
    const own = this.#reading.layout.optionsAlone ? row.get('title')?.trim() : ''
    return cut(row.get('variation')?.trim() || values || own || row.get('sku')?.trim() || '', 200)
  }

  /** A variation whose row says DELETE in an unused column is neither made nor changed; of a whole product the plan says so. */
  #leftOut(row: RecordCells, own: RecordCells | undefined): boolean {
    if (!this.#asksToDelete(row)) return false
    if (row !== own) this.#problem(this.#reading.unusedDelete, `Line ${row.line} says DELETE. ${UNUSED_DELETE}`)
    return true
  }

  #asksToDelete(row: RecordCells): boolean {
    return row.cell(this.#reading.unusedDelete)?.trim() === 'DELETE'
  }

  #options(row: RecordCells): Option[] {
    const options = this.#reading.layout.options(row, this.#first)
    return options.length > 0 || this.#reading.grouping.by !== 'parent' || this.#reading.layout.optionsAlone
      ? options
      : this.#attributes(row).filter(({ value }) => value !== '')
  }

  #listed(row: RecordCells, sku: string): ReadVariation[] {
    const listed = this.#reading.layout.listed?.(row) ?? []
    if (listed.length > 0)
      this.#problem(
        this.#reading.fields.quantity,
        'The file has one quantity for all variations. Enter each variation’s stock after importing.',
      )
    return listed.map(({ options, sku: own }) => {
      const values = options.map((o) => o.value).join(' / ')
      return {
        line: row.line,
        name: cut(values, 200),
        sku: own || derivedSku(sku, values),
        attributes: options,
        remove: false,
      }
    })
  }

  #checkVariations({ variations, sku }: ReadProduct) {
    const seen = new Set<string>([sku])
    for (const v of variations) {
      if (seen.has(v.sku)) this.#problem(undefined, `SKU ${v.sku} is used more than once (line ${v.line}).`)
      seen.add(v.sku)
    }
    if (variations.length > MOST_VARIATIONS) this.#problem(undefined, `At most ${MOST_VARIATIONS} variations.`)
  }

  /** With more, the product's own page could not save it any more. */
  #checkAttributes({ attributes, variations }: ReadProduct) {
    const filled = (of: readonly Option[]) => of.filter(({ value }) => value !== '').length
    if (filled(attributes) > MOST_ATTRIBUTES) this.#problem(undefined, `At most ${MOST_ATTRIBUTES} attributes.`)
    const full = variations.find((v) => filled(v.attributes) > MOST_OF_VARIATION)
    if (full) this.#problem(undefined, `At most ${MOST_OF_VARIATION} attributes of a variation (line ${full.line}).`)
  }
}

function set<T extends object, K extends keyof T>(target: T, key: K, value: T[K] | undefined) {
  if (value !== undefined) target[key] = value
}
