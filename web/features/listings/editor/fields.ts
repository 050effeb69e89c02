import type { ChannelId } from '#contract/channels/ids.ts'
import type { Field } from '#contract/channels/describe.ts'
import type { ResolvedListing } from '#domain/listings/content/resolved-listing.ts'
import type { Place } from '../publish/where-to-fix.ts'
import type { OfTemplate } from './attributes/template-attributes.ts'

export type Fields = Record<string, unknown>

export interface EditorProps {
  channel: ChannelId
  /** A template's fields, or what one product's listing says of its own. */
  scope: 'template' | 'product'
  fields: Fields
  /** What counts where a field is blank: the template's field, under a product. */
  below: Fields
  onChange: (change: Fields) => void
  /** Attributes that may be mentioned. */
  names: readonly string[]
  /** The product's values, by `nameKey`; empty in a template. */
  values: ReadonlyMap<string, string>
  /** In a template: what an attribute may hold, by `nameKey`. */
  examples?: ReadonlyMap<string, string>
  /** What the listing says with what is being typed, and where each value comes from; of a template, with its attributes in place of values. */
  resolved: ResolvedListing
  /** Under a product: where its values are changed. */
  place?: Place
  /** In a template: what it has. */
  template?: OfTemplate | undefined
  /** Words to suggest categories for. */
  about: string
  /** Field → what is wrong with it. */
  errors: Readonly<Record<string, string>>
}

export interface FieldProps extends EditorProps {
  field: Field
}

/** Of a field that a channel draws itself. */
export interface PartProps extends FieldProps {
  /** The chosen categories; of a product the one it is listed in. */
  categoryIds: readonly string[]
}

/** Under what name a field is kept: a product's choice may have another than its template's. */
export const keptAs = ({ name, override }: Field, scope: EditorProps['scope']): string =>
  scope === 'product' ? (override ?? name) : name

/** A field's text, '' when it is not one. */
export const textOf = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** Id of the input that edits a field, so that a refusal can lead to it. */
export const inputId = (field: string) => `field-${field}`

/** Goes to a field. @returns whether it is on this page */
export function focusField(field: string): boolean {
  const input = document.getElementById(inputId(field))
  if (!input) return false
  input.scrollIntoView({ block: 'center' })
  input.focus({ preventScroll: true })
  return true
}
