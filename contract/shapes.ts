import { z } from 'zod'

/** A database id. */
export const Id = z.number().int().positive()
export type Id = number
/** An id in a path or query string. */
export const IdParam = z.coerce.number().int().positive()

/** ISO 8601 on the wire, `Date` in the server. */
export const Time = z.codec(z.string().max(40), z.date(), {
  decode: (s) => new Date(s),
  encode: (d) => d.toISOString(),
})

/** Money: a decimal number on the wire (12.5), an integer of minor units (1250) in the server. */
export const Money = z.codec(z.number(), z.number().int(), {
  decode: (n) => Math.round(n * 100),
  encode: (n) => n / 100,
})

/** Longer than any number that a form takes. */
export const NUMBER_CHARS = 40

const blanks: unknown[] = [undefined, null, '', 'undefined', 'null']
/** Decimal digits only: `Number` would take "0x10", too. */
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
function asNumber(value: unknown): unknown {
  const v = typeof value === 'string' ? value.trim() : value
  if (blanks.includes(v)) return undefined
  return typeof v === 'string' ? (decimal.test(v) ? Number(v) : Number.NaN) : v
}

/** Money as typed into a form: decimals or blank. Blank is `undefined`: 0 on create, "no change" on update (NAV-114..116). */
export const MoneyInput = z
  .union([z.number(), z.string().max(NUMBER_CHARS), z.null()], 'Enter an amount like 12.50.')
  .optional()
  .transform((v) => asNumber(v) as number | undefined)
  .pipe(
    z
      .number('Enter an amount like 12.50.')
      .min(0, 'Enter 0 or more.')
      .max(1e10, 'At most 10,000,000,000.')
      .transform((n) => Math.round(n * 100))
      .optional(),
  )

/** A whole number as typed into a form, blank is `undefined`. */
export const CountInput = z
  .union([z.number(), z.string().max(NUMBER_CHARS), z.null()], 'Enter a whole number like 12.')
  .optional()
  .transform((v) => asNumber(v) as number | undefined)
  .pipe(
    z
      .number('Enter a whole number like 12.')
      .int('Enter a whole number like 12.')
      .min(0, 'Enter 0 or more.')
      .max(1e9, 'At most 1,000,000,000.')
      .optional(),
  )

/** Offset paging (NAV-127). */
export const pageQuery = {
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(25),
}
/** `{data, items}` (NAV-128); `itemsCapped` when the total stopped counting. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), items: z.number().int(), itemsCapped: z.boolean().optional() })

export const Ok = z.object({ ok: z.literal(true) })

/** What the link at the end of a mail carries, signed by this installation: one member, one organization, one kind of mails or one report. */
export const MailToken = z.object({ token: z.string().min(1).max(400) })

/** Orders of one currency that no figure holds, as no rate tells what they come to. */
export const WithoutRate = z.object({ currency: z.string(), orders: z.number().int() })
export type WithoutRate = z.output<typeof WithoutRate>

export const SizeAndWeight = z.object({
  weightUnit: z.enum(['kg', 'lb', 'g', 'oz']).default('lb'),
  sizeUnit: z.enum(['cm', 'in']).default('in'),
  weight: z.number().min(0).nullable().default(null),
  width: z.number().min(0).nullable().default(null),
  length: z.number().min(0).nullable().default(null),
  height: z.number().min(0).nullable().default(null),
})
export type SizeAndWeight = z.output<typeof SizeAndWeight>

/** Where a picture is: on the web, or in our own store, whose addresses are of the web as well. What a browser would run or unpack is no address of one. */
export const ImageUrl = z
  .string()
  .max(2000, 'At most 2000 characters.')
  .regex(/^https?:\/\/[^\s"<>]+$/i, 'Enter an image URL that starts with https:// or http://.')
/** A picture as it is kept; older ones may have any address. */
export const Image = z.object({ url: z.string().max(2000), source: z.string().max(40).default('cloudinary') })
/** A picture as it is given. */
export const NewImage = Image.extend({ url: ImageUrl })
export type Image = z.output<typeof Image>

/** `"a,b"` on the wire, a list in the server (PRO-169, TPL-127). */
export const Tags = z.codec(z.string(), z.array(z.string()), {
  decode: (s) => [
    ...new Set(
      s
        .split(',')
        .map((t) => t.trim())
        .filter(Boolean),
    ),
  ],
  encode: (list) => list.join(','),
})

const MOST_TAGS = 500
const Tag = z.string().max(2000, 'Up to 500 characters each.')
/** Tags as they are entered: joined by commas, or a list. What is stored may hold more. */
export const TagsInput = z.union([
  z
    .string()
    .max(20_000, 'Tags have at most 20,000 characters.')
    .transform((text) => Tags.decode(text))
    .pipe(z.array(Tag).max(MOST_TAGS, `At most ${MOST_TAGS} tags.`)),
  z.array(Tag).max(MOST_TAGS, `At most ${MOST_TAGS} tags.`),
])

/** What a product says of itself. Here, as the next one is, for pages that fill in what is left out: they then load no other schema. */
export const ProductAttribute = z.object({
  templateAttributeId: Id.nullable().default(null),
  name: z.string().min(1).max(100),
  value: z.string().max(100_000).default(''),
  overrideDynamicMapping: z.boolean().default(false),
  source: z.string().max(40).default('user'),
})
export type ProductAttribute = z.output<typeof ProductAttribute>

export const TemplateAttribute = z.object({
  id: Id,
  name: z.string().trim().min(1, 'Name is required.').max(100),
  type: z.enum(['text', 'number', 'block']).default('text'),
  defaultValue: z.string().max(10_000).default(''),
  index: z.number().int().min(0),
  constraint: z.enum(['required', 'recommended', 'optional']).default('optional'),
  options: z.array(z.string().max(500)).max(10_000).default([]),
})
export type TemplateAttribute = z.output<typeof TemplateAttribute>

/** What a bundle is made of, in pieces for one, and where they lie. */
export const BundleParts = z.array(
  z.object({
    sku: z.string(),
    title: z.string(),
    pieces: z.number().int(),
    warehouse: z.string(),
    location: z.string(),
    bin: z.string(),
  }),
)
