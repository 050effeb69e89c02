import { z } from 'zod'
import { MEGABYTE, endpoint } from './endpoint.ts'
import { Html } from './html.ts'
import { Id, IdParam, Ok, SizeAndWeight, Tags, TagsInput, TemplateAttribute, Time, pageQuery } from './shapes.ts'

/** Cannot be renamed or removed (TPL-143..145). */
export const builtInAttributes = ['Brand', 'Vendor', 'Location', 'Warehouse', 'Bin'] as const

/** More would fit no form, and no file. */
export const mostAttributes = 500
export const tooManyAttributes = `A template can have up to ${mostAttributes} attributes.`

export { TemplateAttribute }
export type Constraint = TemplateAttribute['constraint']

export const TemplateConfiguration = z.object({ dynamicMappingEnabled: z.boolean().default(false) })

export const Template = z.object({
  id: Id,
  clientId: Id,
  name: z.string(),
  details: z.string(),
  notes: z.string(),
  isStock: z.boolean(),
  tags: Tags,
  title: z.string(),
  description: z.string(),
  sizeAndWeight: SizeAndWeight,
  configuration: TemplateConfiguration,
  attributes: z.array(TemplateAttribute),
  variations: z.array(z.string()),
  products: z.number().int(),
  createdAt: Time,
  updatedAt: Time,
})
export type Template = z.output<typeof Template>

export const TemplateRow = z.object({
  id: Id,
  name: z.string(),
  details: z.string(),
  products: z.number().int(),
  attributes: z.number().int(),
  channels: z.array(z.string()),
  updatedAt: Time,
})

/** How long a template's name may be, in characters. */
export const templateNameChars = 120
const Name = z.string().trim().min(1, 'Name is required.').max(templateNameChars)
/** Every field may be left out: no change. Attributes, when given, are the whole list; one without `id` is new. */
export const TemplateChange = z.object({
  name: Name.optional(),
  details: z.string().max(10_000).optional(),
  notes: z.string().max(10_000).optional(),
  tags: TagsInput.optional(),
  title: z.string().max(500).optional(),
  description: Html.optional(),
  sizeAndWeight: SizeAndWeight.optional(),
  configuration: TemplateConfiguration.optional(),
  /** Whether it may enter the template library: said by who runs the installation. */
  isStock: z.boolean().optional(),
  variations: z.array(z.string().max(100)).max(3, 'At most 3 variation attributes.').optional(),
  attributes: z
    .array(TemplateAttribute.partial({ id: true, index: true }))
    .max(mostAttributes, tooManyAttributes)
    .optional(),
})

export const listTemplates = endpoint({
  method: 'GET',
  path: '/productTemplates/',
  summary: 'List templates by name',
  needs: 'organization:read',
  query: z.object({ offset: pageQuery.offset, limit: z.coerce.number().int().min(1).max(10_000).optional() }),
  reply: z.array(TemplateRow),
})
export const getTemplate = endpoint({
  method: 'GET',
  path: '/productTemplates/{id}',
  summary: 'Get a template',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: Template,
  errors: ['not_found'],
})
export const createTemplate = endpoint({
  method: 'POST',
  path: '/productTemplates/create',
  summary: 'Create a template',
  needs: 'templates:write',
  bodyBytes: MEGABYTE,
  body: z.object({
    productTemplate: z.object({
      name: Name,
      description: z.string().max(10_000).default(''),
      notes: z.string().max(10_000).default(''),
    }),
  }),
  reply: z.object({ id: Id }),
  errors: ['template_taken'],
  changes: ['templates'],
})
export const saveTemplate = endpoint({
  method: 'POST',
  path: '/productTemplates/{id}',
  summary: 'Save a template',
  needs: 'templates:write',
  bodyBytes: 4 * MEGABYTE,
  params: z.object({ id: IdParam }),
  body: z.object({ productTemplate: TemplateChange }),
  reply: Template,
  errors: ['not_found', 'template_taken', 'invalid_input', 'forbidden'],
  changes: ['templates', 'products', 'listings'],
})
export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/productTemplates/{id}',
  summary: 'Delete a template without products',
  needs: 'templates:write',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found', 'template_in_use'],
  changes: ['templates'],
})
export const allAttributes = endpoint({
  method: 'GET',
  path: '/productTemplates/allAttributes',
  summary: 'List the attributes of all templates',
  needs: 'organization:read',
  /** `numeric`: a number without options in every template that has it. */
  reply: z.array(z.object({ name: z.string(), templates: z.number().int(), numeric: z.boolean() })),
})
export const addAttributes = endpoint({
  method: 'POST',
  path: '/productTemplates/addAttributes',
  summary: 'Add attributes to a template',
  needs: 'templates:write',
  bodyBytes: MEGABYTE,
  body: z.object({
    templateId: Id,
    attributes: z
      .array(
        z.union([
          z.string().trim().min(1).max(100),
          TemplateAttribute.partial({
            id: true,
            index: true,
            type: true,
            defaultValue: true,
            constraint: true,
            options: true,
          }),
        ]),
      )
      .min(1)
      .max(200),
  }),
  reply: Template,
  errors: ['not_found', 'invalid_input'],
  changes: ['templates'],
})
export const duplicateTemplate = endpoint({
  method: 'POST',
  path: '/productTemplates/duplicate',
  summary: 'Copy a template',
  needs: 'templates:write',
  body: z.object({ templateId: Id }),
  reply: Id,
  errors: ['not_found', 'template_taken'],
  changes: ['templates'],
})
/** Values of an attribute that are told each with its count; the commonest first. */
export const mostValues = 50
export const attributeValueCounts = endpoint({
  method: 'GET',
  path: '/productTemplates/attributeValueCounts',
  summary: 'Count a template’s products by attribute value',
  needs: 'organization:read',
  query: z.object({ templateId: IdParam }),
  reply: z.array(
    z.object({
      name: z.string(),
      /** Products with a value; different values among them. */
      products: z.number().int(),
      different: z.number().int(),
      values: z.array(z.object({ value: z.string(), count: z.number().int() })),
    }),
  ),
  errors: ['not_found'],
})
