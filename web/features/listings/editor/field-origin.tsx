import { stepsOf } from '#domain/listings/content/origins.ts'
import { OriginHint } from '../origin-hint.tsx'
import type { FieldProps } from './fields.ts'

/** Under a product: where a field's value comes from. */
export function FieldOrigin({
  field: { name, label },
  resolved,
  place,
}: Pick<FieldProps, 'field' | 'resolved' | 'place'>) {
  return place && <OriginHint label={label} steps={stepsOf(resolved.origins(), name)} place={place} />
}
