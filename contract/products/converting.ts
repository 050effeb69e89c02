import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Product } from './products.ts'
import { Id } from '../shapes.ts'

const name = z.string().trim().min(1).max(100)

const Conversion = z.object({
  productId: Id,
  productTemplateId: Id,
  /** Of attributes that the template does not have: which of its own takes the value; null leaves it out. What is not named stays with the product. */
  attributes: z
    .array(z.object({ name, to: name.nullable() }))
    .max(500)
    .default([]),
})

export const convertProduct = endpoint({
  method: 'POST',
  path: '/productTemplates/convert',
  summary: 'Change a product’s template',
  needs: 'products:write',
  body: Conversion,
  /** The change set by which it can be undone; null when it is a product of that template already. */
  reply: Product.extend({ changeSetId: Id.nullable() }),
  errors: ['not_found', 'invalid_input'],
  changes: ['products', 'templates', 'listings', 'changes'],
})
export const previewConversion = endpoint({
  method: 'POST',
  savesNothing: true,
  path: '/productTemplates/convert/preview',
  summary: 'Preview a change of template',
  needs: 'products:write',
  body: Conversion,
  reply: z.object({
    rows: z.array(
      z.object({
        name: z.string(),
        value: z.string(),
        /** The template's attribute of the same name, or a chosen one, has it; the product keeps it for itself; it goes; the template's default fills it. */
        fate: z.enum(['same', 'mapped', 'own', 'left', 'default']),
        /** The template's attribute that has the value afterwards; '' where none has. */
        to: z.string(),
        /** Variations that have a value of their own. */
        variations: z.number().int(),
        /** Why it cannot be so; '' when it can. */
        problem: z.string(),
      }),
    ),
    /** What the template asks for and the product lacks afterwards. */
    missing: z.array(z.string()),
    /** The template's attributes that have no value yet. */
    free: z.array(z.string()),
  }),
  errors: ['not_found'],
})
