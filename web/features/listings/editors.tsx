import type { ComponentType } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { EbayFields } from './ebay-fields.tsx'
import { ShopifyFields } from './shopify-fields.tsx'

export type Fields = Record<string, unknown>

export interface EditorProps {
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
  /** The product's own texts, for what the template leaves blank. */
  product?: { title: string; description: string }
  /** Words to suggest categories for. */
  about: string
  /** Field → what is wrong with it. */
  errors: Readonly<Record<string, string>>
}

interface Editor {
  Fields: ComponentType<EditorProps>
  /** The fields of a new schema. */
  blank: Fields
  /** Where a product keeps its own choice of category, and where its template lists them. */
  category?: { own: string; list: string }
}

/** How each channel's listings are edited. A channel without an editor cannot be listed on yet. */
export const editors: Partial<Record<ChannelId, Editor>> = {
  ebay: { Fields: EbayFields, blank: { condition: 'New' }, category: { own: 'selectedCategoryIds', list: 'ebayCategoryIds' } },
  shopify: { Fields: ShopifyFields, blank: {} },
}

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
