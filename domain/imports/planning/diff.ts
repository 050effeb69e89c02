import type { HandlerInput } from '#contract/endpoint.ts'
import type { FieldsOf } from '#contract/products/fields.ts'
import type { ProductAttribute, createProduct, updateProduct } from '#contract/products/products.ts'
import type { Image, SizeAndWeight } from '#contract/shapes.ts'
import type { Held, HeldVariation } from '../../products/history/snapshot.ts'
import { nameKey } from '../../products/attributes/values.ts'
import { variationPictures } from '../../products/variations/image.ts'
import { type TextField, countFields, moneyFields, sizeFields, textFields } from '../mapping/fields.ts'
import type { Option } from '../reading/layouts.ts'
import { MOST_IMAGES, type ReadProduct, type ReadVariation } from './product.ts'

/** One field before and after, as a person reads it. */
export interface Difference {
  field: string
  before: string
  after: string
}

type Given = HandlerInput<typeof updateProduct>['body']['product']
type New = HandlerInput<typeof createProduct>['body']['product']
type Counts = FieldsOf<'money' | 'count'>
export type Changed = Omit<Given, 'id' | 'version' | 'variations' | Counts> &
  Partial<Pick<Given, Counts>> & { variations?: VariationInput[] }
type VariationInput = NonNullable<Given['variations']>[number] & { sold?: number }
/** How texts are kept: HTML made safe, one line made plain. */
export interface Cleaner {
  html(text: string): string
  line(text: string): string
}

const IMPORTED = 'import'
/** Blank in a file means that it stays: nobody empties these on purpose. */
const neverEmptied: ReadonlySet<TextField> = new Set(['title', 'condition', 'barcode'])

const money = (minor: number | null) => (minor === null ? '' : (minor / 100).toFixed(2))
const urls = (images: readonly { url: string }[]) => images.map((i) => i.url).join('\n')
const none = { price: undefined, cost: undefined, quantity: undefined }

/** A new product as the file has it. */
export function newProduct(
  read: ReadProduct,
  templateId: number,
): Omit<New, 'variations'> & { variations?: VariationInput[]; createdAt?: Date } {
  const { tags, active, images } = read
  return {
    templateId,
    sku: read.sku,
    ...read.texts,
    ...(Object.fromEntries([...moneyFields, ...countFields].map((field) => [field, read[field]])) as Record<
      Counts,
      number | undefined
    >),
    ...(tags ? { tags } : {}),
    ...(active === undefined ? {} : { active }),
    ...(read.createdAt === undefined ? {} : { createdAt: new Date(read.createdAt) }),
    ...(images ? { images: images.map(fromFile) } : {}),
    attributes: read.attributes.filter(({ value }) => value !== '').map(attributeOf),
    ...(Object.keys(read.size).length > 0 ? { sizeAndWeight: { ...blankSize, ...read.size } } : {}),
    ...(read.variations.length > 0 ? { variations: read.variations.filter((v) => !v.remove).map(newVariation) } : {}),
  }
}

const blankSize: SizeAndWeight = {
  weightUnit: 'lb',
  sizeUnit: 'in',
  weight: null,
  width: null,
  length: null,
  height: null,
}
const fromFile = (url: string): Image => ({ url, source: IMPORTED })
const attributeOf = ({ name, value }: Option): ProductAttribute => ({
  templateAttributeId: null,
  name,
  value,
  overrideDynamicMapping: false,
  source: IMPORTED,
})
const newVariation = ({
  name,
  sku,
  barcode,
  price,
  cost,
  quantity,
  sold,
  images,
  attributes,
}: ReadVariation): VariationInput => ({
  name,
  sku,
  ...(barcode === undefined ? {} : { barcode }),
  price,
  cost,
  quantity,
  ...(sold === undefined ? {} : { sold }),
  ...(images ? { images: images.map(fromFile) } : {}),
  attributes: attributes.map(attributeOf),
})

/** What a file changes of a product that is there: only what it says, and only where that differs (IMP-103). Null when nothing does. */
export function differences(
  read: ReadProduct,
  now: Held,
  clean: Cleaner,
  moveTo?: { id: number; from: string; to: string },
): { change: Changed; list: Difference[] } | null {
  const change: Changed = {}
  const list: Difference[] = []
  const note = (field: string, before: string, after: string) => void list.push({ field, before, after })
  if (moveTo && moveTo.id !== now.templateId) {
    change.templateId = moveTo.id
    note('template', moveTo.from, moveTo.to)
  }
  for (const field of textFields) {
    const text = changedText(field, read.texts[field], now[field], clean)
    if (text === undefined) continue
    change[field] = text
    note(field, now[field], text)
  }
  for (const field of moneyFields) {
    const value = read[field]
    if (value === undefined || value === now[field]) continue
    change[field] = value
    note(field, money(now[field]), money(value))
  }
  for (const field of countFields) {
    const value = read[field]
    if (value === undefined || value === now[field]) continue
    change[field] = value
    note(field, String(now[field] ?? 0), String(value))
  }
  if (read.tags && !sameList(read.tags, now.tags)) {
    change.tags = read.tags
    note('tags', now.tags.join(', '), read.tags.join(', '))
  }
  if (read.active !== undefined && read.active !== now.active) {
    change.active = read.active
    note('active', String(now.active), String(read.active))
  }
  applySize(read, now, change, note)
  const images = changedImages(read.images, now.images)
  if (images) {
    change.images = images
    note('images', urls(now.images), urls(images))
  }
  const attributes = changedAttributes(read.attributes, now.attributes, (name, before, after) =>
    note(`attr.${name}`, before, after),
  )
  if (attributes) change.attributes = attributes
  const variations = changedVariations(read.variations, now, note)
  if (variations) change.variations = variations
  return list.length === 0 ? null : { change, list }
}

type Note = (field: string, before: string, after: string) => void

function changedText(field: TextField, input: string | undefined, now: string, clean: Cleaner): string | undefined {
  if (input === undefined || input === now) return undefined
  if (input.trim() === '' && (neverEmptied.has(field) || now.trim() === '')) return undefined
  const cleaned = field === 'description' ? clean.html(input) : field === 'title' ? clean.line(input) : input
  return cleaned === now || (cleaned === '' && neverEmptied.has(field)) ? undefined : cleaned
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((text, n) => text === b[n])

function applySize(read: ReadProduct, { sizeAndWeight: now }: Held, change: Changed, note: Note) {
  const names = [...sizeFields, 'weightUnit', 'sizeUnit'] as const
  const changed = names.filter((name) => read.size[name] !== undefined && read.size[name] !== now[name])
  // The unit of a measure that nobody took says nothing.
  const meant = changed.filter((name) =>
    name === 'weightUnit'
      ? (read.size.weight ?? now.weight) !== null
      : name !== 'sizeUnit' ||
        ['length', 'width', 'height'].some((of) => (read.size[of as 'length'] ?? now[of as 'length']) !== null),
  )
  if (meant.length === 0) return
  change.sizeAndWeight = { ...now, ...Object.fromEntries(meant.map((name) => [name, read.size[name]])) }
  for (const name of meant) note(name, String(now[name] ?? ''), String(read.size[name] ?? ''))
}

/** Images beyond what a file has room for stay behind those that it names. */
function changedImages(incoming: readonly string[] | undefined, now: readonly Image[]): Image[] | null {
  if (!incoming) return null
  const known = new Map(now.map((image) => [image.url, image]))
  const named = incoming.map((url) => known.get(url) ?? fromFile(url))
  const beyond =
    incoming.length >= MOST_IMAGES ? now.slice(MOST_IMAGES).filter((image) => !incoming.includes(image.url)) : []
  const images = [...named, ...beyond]
  return sameList(
    images.map((i) => i.url),
    now.map((i) => i.url),
  )
    ? null
    : images
}

function changedAttributes(
  incoming: readonly Option[],
  now: readonly ProductAttribute[],
  note: Note,
): ProductAttribute[] | null {
  const incomingByName = new Map(incoming.map((option) => [nameKey(option.name), option]))
  let changed = false
  const updated = now.map((attribute) => {
    const option = incomingByName.get(nameKey(attribute.name))
    incomingByName.delete(nameKey(attribute.name))
    if (!option || option.value === attribute.value || (option.value === '' && attribute.value.trim() === ''))
      return attribute
    changed = true
    note(attribute.name, attribute.value, option.value)
    return { ...attribute, value: option.value, source: IMPORTED }
  })
  const added = [...incomingByName.values()].filter(({ value }) => value !== '')
  for (const { name, value } of added) note(name, '', value)
  return changed || added.length > 0 ? [...updated, ...added.map(attributeOf)] : null
}

/** The whole list, as a change of variations has to be: what the file does not name stays as it is. */
function changedVariations(
  incoming: readonly ReadVariation[],
  { variations: now = [], images }: Pick<Held, 'variations' | 'images'>,
  note: Note,
): VariationInput[] | null {
  if (incoming.length === 0) return null
  const incomingBySku = new Map(incoming.map((v) => [v.sku, v]))
  let changed = false
  const say: Note = (field, before, after) => {
    changed = true
    note(field, before, after)
  }
  const updated = now.flatMap((present) => {
    const v = incomingBySku.get(present.sku)
    incomingBySku.delete(present.sku)
    if (!v) return [{ ...none, id: present.id, name: present.name, sku: present.sku }]
    if (!v.remove) return [changedVariation(v, present, images, say)]
    say(`variation ${present.sku}`, present.name, '')
    return []
  })
  const added = [...incomingBySku.values()].filter((v) => !v.remove)
  for (const v of added) say(`variation ${v.sku}`, '', v.name)
  return changed ? [...updated, ...added.map(newVariation)] : null
}

function changedVariation(
  v: ReadVariation,
  present: HeldVariation,
  ofProduct: readonly Image[],
  say: Note,
): VariationInput {
  const at = (field: string) => `variation ${v.sku}: ${field}`
  const input: VariationInput = { ...none, id: present.id, name: present.name, sku: present.sku }
  if (v.name !== '' && v.name !== v.sku && v.name !== present.name) {
    input.name = v.name
    say(at('name'), present.name, v.name)
  }
  // A blank cell leaves it, as it does a product's other texts that name it.
  if (v.barcode && v.barcode !== present.barcode) {
    input.barcode = v.barcode
    say(at('barcode'), present.barcode, v.barcode)
  }
  for (const field of ['price', 'cost'] as const) {
    const value = v[field]
    if (value === undefined || value === present[field]) continue
    input[field] = value
    say(at(field), money(present[field]), money(value))
  }
  for (const field of countFields) {
    const value = v[field]
    if (value === undefined || value === present[field]) continue
    input[field] = value
    say(at(field), String(present[field]), String(value))
  }
  const known = new Map([...ofProduct, ...present.images].map((image) => [image.url, image]))
  const shown = variationPictures(present, ofProduct).flatMap((url) => known.get(url) ?? [])
  const images = changedImages(v.images, shown)
  if (images) {
    input.images = images
    // What was chosen before would stand before what the file names.
    input.selectedImages = []
    say(at('images'), urls(shown), urls(images))
  }
  const attributes = changedAttributes(v.attributes, present.attributes, (name, before, after) =>
    say(at(`attr.${name}`), before, after),
  )
  if (attributes) input.attributes = attributes
  return input
}
