/** Characters of a description, as the marketplaces have it. */
export const HTML_LENGTH = 500_000

/** How a field is written, read and shown. `line`: text on one line. `barcode`: digits whose last one checks the others. */
export type ProductFieldKind = 'line' | 'text' | 'html' | 'barcode' | 'money' | 'count' | 'tags' | 'flag'
interface ProductField {
  /** What people call it; without one, its name with a capital. */
  label?: string
  kind: ProductFieldKind
  /** Of texts: the most characters. */
  most?: number
  /** No channel shows it: changing it tells no listing. */
  ownOnly?: true
}

/**
 * The fields of a product that hold one value each, in the order in which people look for them. Limits, labels, kinds, import columns, cells of
 * the inventory, bulk edits and database columns follow from here; docs/tour.md says what a new one needs besides.
 */
export const productFields = {
  title: { kind: 'line', most: 500 },
  description: { kind: 'html', most: HTML_LENGTH },
  notes: { kind: 'text', most: 100_000, ownOnly: true },
  tags: { kind: 'tags' },
  condition: { kind: 'line', most: 100 },
  barcode: { kind: 'barcode', most: 14 },
  quantity: { kind: 'count', ownOnly: true },
  sold: { kind: 'count', ownOnly: true },
  cost: { kind: 'money', ownOnly: true },
  price: { kind: 'money' },
  msrp: { label: 'MSRP', kind: 'money', ownOnly: true },
  vendor: { kind: 'line', most: 255 },
  location: { kind: 'line', most: 255 },
  warehouse: { kind: 'line', most: 255 },
  bin: { kind: 'line', most: 255 },
  active: { kind: 'flag', ownOnly: true },
} as const satisfies Record<string, ProductField>
export type ProductFieldName = keyof typeof productFields
/** The fields of some kinds. */
export type FieldsOf<K extends ProductFieldKind> = {
  [N in ProductFieldName]: (typeof productFields)[N]['kind'] extends K ? N : never
}[ProductFieldName]

export const fieldOf = (name: string): ProductField | undefined =>
  Object.hasOwn(productFields, name) ? productFields[name as ProductFieldName] : undefined
/** @returns their names, in order */
export const fieldsOf = <K extends ProductFieldKind>(...kinds: readonly K[]): readonly FieldsOf<K>[] =>
  (Object.keys(productFields) as ProductFieldName[]).filter((name): name is FieldsOf<K> =>
    (kinds as readonly string[]).includes(productFields[name].kind),
  )
/** The fields that a list does not name, in order: a list that has places of its own for some of them still has the others. */
export const fieldsBesides = <N extends string>(named: readonly N[]) =>
  (Object.keys(productFields) as ProductFieldName[]).filter((name) => !(named as readonly string[]).includes(name)) as (
    | (string extends N ? ProductFieldName : never)
    | Exclude<ProductFieldName, N>
  )[]
export const isFieldOf = <K extends ProductFieldKind>(name: string, ...kinds: readonly K[]): name is FieldsOf<K> =>
  (kinds as readonly (string | undefined)[]).includes(fieldOf(name)?.kind)

/** What a thing has of these fields. */
export const picked = <T, K extends keyof T>(of: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<T, K>

export const textKinds = ['line', 'text', 'html', 'barcode'] as const
export type TextKind = (typeof textKinds)[number]
export type TextFieldName = FieldsOf<TextKind>
/** The texts, amounts and counts of a product that has none yet. */
export const blankFields = Object.fromEntries([
  ...fieldsOf(...textKinds).map((name) => [name, '']),
  ...fieldsOf('money', 'count').map((name) => [name, 0]),
]) as Record<TextFieldName, string> & Record<FieldsOf<'money' | 'count'>, number>
/** The most characters of a text. */
export const mostOf = (name: TextFieldName): number => productFields[name].most
