import { z } from 'zod'
import { MEGABYTE, endpoint } from './endpoint.ts'
import { Id, TagsInput } from './shapes.ts'

/** What a generator may know of a product or template: what buyers see as well. Costs, notes and places are not part of it. */
const Item = z.object({
  template: z.string().max(200).default(''),
  title: z.string().max(500).default(''),
  description: z.string().max(100_000).default(''),
  condition: z.string().max(100).default(''),
  tags: TagsInput.default([]),
  attributes: z
    .array(z.object({ name: z.string().min(1).max(100), value: z.string().max(10_000).default('') }))
    .max(500)
    .default([]),
})
export type GeneratorItem = z.output<typeof Item>

/** PRO-300, PRO-301. The answer is a draft: nothing is saved. */
export const generateDetail = endpoint({
  method: 'POST',
  savesNothing: true,
  path: '/products/generateDetail',
  summary: 'Generate a title or description from attributes',
  needs: 'products:write',
  bodyBytes: MEGABYTE,
  body: z.object({
    item: Item,
    type: z.enum(['product', 'template']).default('product'),
    field: z.enum(['title', 'description']),
    /** Attributes that are left out. */
    excludeFields: z.array(z.string().max(100)).max(500).default([]),
    /** Of a template: the attributes to refer to. */
    templateFields: z.array(z.string().max(100)).max(500).default([]),
  }),
  reply: z.string(),
  errors: ['invalid_input', 'too_many_requests', 'unavailable'],
})

/** PRO-302, PRO-303. Nothing is saved. */
export const generateAttributes = endpoint({
  method: 'POST',
  savesNothing: true,
  path: '/products/generateAttributes',
  summary: 'Suggest attribute values from a title and description',
  needs: 'products:write',
  bodyBytes: MEGABYTE,
  body: z.object({
    productId: Id.nullable().optional(),
    templateId: Id,
    title: z.string().trim().min(1, 'Title is required.').max(500),
    description: z.string().trim().min(1, 'Description is required.').max(100_000),
  }),
  reply: z.array(z.object({ name: z.string(), value: z.string() })),
  errors: ['not_found', 'invalid_input', 'too_many_requests', 'unavailable'],
})

export const whoGenerates = endpoint({
  method: 'GET',
  path: '/products/generator',
  summary: 'Get the AI provider, its limits and today’s usage',
  needs: 'products:write',
  reply: z.object({
    /** The model; '' for the built-in generator, to which nothing is sent. */
    model: z.string(),
    /** Where texts are sent; '' for nowhere. */
    host: z.string(),
    /** For the whole organization. */
    perHour: z.number().int(),
  }),
})
