import { z } from 'zod'
import { Html } from '../html.ts'
import type { Built, Field, FieldPlace } from './describe.ts'

/** Pieces of each SKU that a channel is not shown. */
const buffer = z.number().int().min(0).default(0)

/** What the settings of every integration hold, whichever its channel. */
export const commonSettings = z.object({ buffer, locationId: z.string().default('') })

type NameOn<F, P extends FieldPlace> = F extends { name: infer N extends string; on: readonly (infer O)[] }
  ? P extends O
    ? N
    : never
  : never
type NamesOn<D extends Built, P extends FieldPlace> = NameOn<D['fields'][number], P>
type Text = z.ZodDefault<z.ZodString>
type ShapeOf<Names extends string, Own> = { [N in Names]: N extends keyof Own ? Own[N] : Text }

function shapeOf({ kind, chars, standard = '' }: Field): z.ZodType {
  if (kind === 'html') return Html.default(standard)
  return (chars === undefined ? z.string() : z.string().max(chars)).default(standard)
}

const shapesOn = (description: Built, place: FieldPlace, own: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(
    description.fields
      .filter(({ on }) => on.includes(place))
      .map((field) => [field.name, own[field.name] ?? shapeOf(field)] as const),
  )

/**
 * The fields of a listing template's schema on a channel. Texts may hold `{{attribute}}` references; blank means "the product's own".
 * @param own shapes of the fields that are no texts
 */
export const schemaOf = <const D extends Built, Own extends Readonly<Record<string, z.ZodType>>>(
  description: D,
  own: Own,
) => z.object(shapesOn(description, 'template', own)) as unknown as z.ZodObject<ShapeOf<NamesOn<D, 'template'>, Own>>

/** What is kept with the integration: defaults for new listings, and how many pieces its channel is not shown. */
export const settingsOf = <const D extends Built>(description: D) =>
  z.object({ ...shapesOn(description, 'integration', {}), buffer }) as unknown as z.ZodObject<
    ShapeOf<NamesOn<D, 'integration'>, object> & { buffer: typeof buffer }
  >
