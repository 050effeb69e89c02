import { z } from 'zod'
import { ChannelId } from './channels/ids.ts'
import { MEGABYTE, endpoint } from './endpoint.ts'
import { Id, Ok, Tags, TagsInput, Time, pageOf, pageQuery } from './shapes.ts'

/** A template that every organization of the installation may take over. */
export const StockTemplate = z.object({
  id: Id,
  name: z.string(),
  category: z.string(),
  subCategory: z.string(),
  tags: Tags,
  /** Channels that it says how to list on. */
  channels: z.array(ChannelId),
  allChannels: z.boolean(),
  valueMapping: z.boolean(),
  description: z.string(),
  createdAt: Time,
  updatedAt: Time,
})

/** A template of any organization, as who runs the installation sees it. */
const AvailableTemplate = z.object({
  id: Id,
  name: z.string(),
  details: z.string(),
  clientName: z.string(),
  createdAt: Time,
  isStock: z.boolean(),
  products: z.number().int(),
  /** Adding it again brings the library up to date. */
  inLibrary: z.boolean(),
})

export const listStockTemplates = endpoint({
  method: 'GET',
  path: '/stockTemplates',
  summary: 'List the template library',
  needs: 'organization:read',
  reply: z.array(StockTemplate),
})
export const importStockTemplate = endpoint({
  method: 'POST',
  path: '/stockTemplates/import',
  summary: 'Create a template from the library',
  needs: 'templates:write',
  body: z.object({ stockTemplateId: Id, toName: z.string().trim().min(1, 'Name is required.').max(120) }),
  reply: Id,
  errors: ['not_found', 'template_taken'],
  changes: ['templates', 'listings'],
})
export const availableStockTemplates = endpoint({
  method: 'GET',
  path: '/stockTemplates/templates',
  summary: 'List all organizations’ templates, library first',
  needs: 'everything:admin',
  query: z.object({ ...pageQuery, search: z.string().max(200).optional() }),
  reply: pageOf(AvailableTemplate),
})
export const addStockTemplate = endpoint({
  method: 'POST',
  noKey: 'sets the same',
  path: '/stockTemplates/add',
  summary: 'Add a template to the library',
  needs: 'everything:admin',
  bodyBytes: MEGABYTE,
  body: z.object({
    stockTemplate: z.object({
      templateId: Id,
      name: z.string().trim().min(1, 'Name is required.').max(120),
      description: z.string().max(10_000).default(''),
      category: z.string().trim().min(1, 'Category is required.').max(120),
      subCategory: z.string().trim().max(120).default(''),
      tags: TagsInput.default([]),
      valueMapping: z.boolean().default(false),
      allChannels: z.boolean().default(false),
    }),
  }),
  reply: StockTemplate,
  errors: ['not_found', 'invalid_input'],
  changes: ['templates'],
})
export const removeStockTemplate = endpoint({
  method: 'POST',
  noKey: 'sets the same',
  path: '/stockTemplates/remove',
  summary: 'Remove a template from the library',
  needs: 'everything:admin',
  body: z.object({ stockTemplateId: Id }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['templates'],
})
