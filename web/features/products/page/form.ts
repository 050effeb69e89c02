import { useState } from 'react'
import type { ApiError } from '#web/call.ts'
import { type Draft, type Field, problemOf } from './draft.ts'

/** Longest SKU that is kept. */
export const skuChars = 100

/** What the fields of a product need: values, how to change them, and what is wrong with them. */
export interface ProductForm {
  draft: Draft
  set: <F extends Field>(field: F, value: Draft[F]) => void
  errorOf: (field: Field) => string | undefined
  /** A field was left: from now on it may complain. */
  touch: (field: Field) => void
}

/** The server's sentence about a field, wherever in the input it stood. */
export const serverError = (error: ApiError | null, field: string): string | undefined =>
  error?.fields[`product.${field}`] ??
  error?.fields[field] ??
  (field === 'sku' && error?.code === 'sku_taken' ? error.message : undefined)

/**
 * Which fields may complain: those that were left, and those the server refused until they are changed.
 * @param refused what no save would take, told at once
 */
export function useComplaints(draft: Draft, error: ApiError | null, refused: Partial<Record<Field, string>> = {}) {
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set())
  const [answered, setAnswered] = useState<{ error: ApiError | null; fields: ReadonlySet<Field> }>({
    error: null,
    fields: new Set(),
  })
  const settled = answered.error === error ? answered.fields : new Set<Field>()
  return {
    errorOf: (field: Field) =>
      refused[field] ??
      (settled.has(field) ? undefined : serverError(error, field)) ??
      (touched.has(field) ? problemOf(field, draft) : undefined),
    touch: (...fields: Field[]) => setTouched((now) => new Set([...now, ...fields])),
    changed: (field: Field) => setAnswered({ error, fields: new Set([...settled, field]) }),
    forget: () => setTouched(new Set()),
  }
}
