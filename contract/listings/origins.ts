import { z } from 'zod'

/**
 * Where a listing's value comes from: the product's own field, one of its attributes, the chosen schema's text, what the product's listing says of its
 * own, the account's default, a rule that changed it, or a value mapping that replaced it.
 */
export const sources = ['product', 'attribute', 'schema', 'override', 'account', 'rule', 'mapping'] as const

/** One step of a value on its way to the channel, and what it was afterwards. */
export const Step = z.object({
  from: z.enum(sources),
  /** Which one: the product's field, the attribute, the schema, the mapping. */
  name: z.string(),
  /** With references replaced; a long text only begins. */
  value: z.string(),
  /** Attributes that its text refers to. */
  mentions: z.array(z.string()),
  /** Of a rule: its mapping, which of it, from 1, and why it applied. */
  mapping: z.uuid().optional(),
  rule: z.number().int().optional(),
  because: z.string().optional(),
})
export type Step = z.output<typeof Step>
export type Source = Pick<Step, 'from' | 'name'>
