import { z } from 'zod'

/**
 * Where a listing's value comes from: the product's own field, one of its attributes, the chosen schema's text, what the product's listing says of its
 * own, or the account's default.
 */
export const sources = ['product', 'attribute', 'schema', 'override', 'account'] as const

/** One step of a value on its way to the channel, and what it was afterwards. */
export const Step = z.object({
  from: z.enum(sources),
  /** Which one: the product's field, the attribute, the schema. */
  name: z.string(),
  /** With references replaced; a long text only begins. */
  value: z.string(),
  /** Attributes that its text refers to. */
  mentions: z.array(z.string()),
})
export type Step = z.output<typeof Step>
export type Source = Pick<Step, 'from' | 'name'>
