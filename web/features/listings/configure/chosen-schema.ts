import type { ListingChoice } from '#web/form/listing-choice.ts'
import type { Schema } from '../editor/schemas.ts'

/** The chosen listing template, or the only one. */
export const schemaOf = (
  schemas: readonly Schema[],
  { schemaId }: Pick<ListingChoice, 'schemaId'>,
): Schema | undefined => schemas.find(({ id }) => id === schemaId) ?? (schemas.length === 1 ? schemas[0] : undefined)
