import { z } from 'zod'
import { listChangeItems, listChangeSets } from '#contract/changes/changes.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { productHistory } from '#contract/products/history.ts'
import { getProduct, getProductBySku, listMovements, listProducts } from '#contract/products/products.ts'
import { getProductSharing } from '#contract/sync/sharing.ts'
import { getTemplate, listTemplates } from '#contract/templates.ts'
import { channel, page, time, tool } from './tool.ts'

const sku = z.string().min(1).max(100).describe('SKU of the product')
const attribute = z.object({ name: z.string(), value: z.string() })
const money = z.number().describe('In the currency of the organization')

const row = z.object({
  id: z.number(),
  sku: z.string(),
  title: z.string(),
  templateName: z.string(),
  price: money,
  quantity: z.number().describe('Units available'),
  reservedQuantity: z.number().describe('Units in open orders'),
  sold: z.number(),
  variations: z.number(),
  readiness: z.string(),
  active: z.boolean(),
  tags: z.string().describe('With commas'),
  updatedAt: time,
})

export const productTools = [
  tool({
    name: 'find_products',
    title: 'Find products',
    description:
      'Finds products by words, SKU, template, price, stock, tags or the channels they are live on. Different filters all apply. Returns one page and the total.',
    effect: 'reads',
    input: z.object({
      search: z
        .array(z.string().max(200))
        .max(20)
        .optional()
        .describe('Words, parts of SKUs, or barcodes; all must match'),
      skus: z.array(z.string().max(100)).max(200).optional(),
      templateIds: z.array(z.number().int()).max(100).optional(),
      minPrice: z.number().min(0).optional(),
      maxPrice: z.number().min(0).optional(),
      minQuantity: z.number().int().min(0).optional(),
      maxQuantity: z.number().int().min(0).optional(),
      hasTags: z.array(z.string().max(100)).max(20).optional(),
      missingTags: z.array(z.string().max(100)).max(20).optional(),
      listedOn: z.array(channel).max(10).optional(),
      notListedOn: z.array(channel).max(10).optional(),
      sortBy: z.enum(['updatedAt', 'sku', 'title', 'price', 'quantity', 'sold']).default('updatedAt'),
      orderBy: z.enum(['asc', 'desc']).default('desc'),
      ...page,
    }),
    data: z.object({ products: z.array(row), total: z.number() }),
    uses: [listProducts],
    async run(call, input) {
      const { data, items } = await call(listProducts, {
        query: {
          ...input,
          listedOn: input.listedOn as ChannelId[] | undefined,
          notListedOn: input.notListedOn as ChannelId[] | undefined,
          fields: ['id'],
        },
      })
      return { data: { products: data, total: items } }
    },
  }),
  tool({
    name: 'get_product',
    title: 'Get a product',
    description: 'Returns one product with its attributes, variations, stock and the channels it is live on.',
    effect: 'reads',
    input: z.object({ sku }),
    data: z.object({
      id: z.number(),
      sku: z.string(),
      title: z.string(),
      description: z.string().describe('HTML'),
      template: z.object({ id: z.number(), name: z.string() }),
      condition: z.string(),
      barcode: z.string(),
      vendor: z.string(),
      notes: z.string(),
      price: money,
      cost: money,
      quantity: z.number(),
      reservedQuantity: z.number(),
      onHand: z.number(),
      sold: z.number(),
      tags: z.string().describe('With commas'),
      liveOn: z.array(z.string()),
      readiness: z.string(),
      missing: z.array(z.string()).describe('What it lacks to be ready'),
      attributes: z.array(attribute),
      variations: z.array(
        z.object({ name: z.string(), sku: z.string(), price: money.nullable(), quantity: z.number() }),
      ),
      updatedAt: time,
    }),
    uses: [getProductBySku, getProduct],
    async run(call, input) {
      const { id } = await call(getProductBySku, { params: input })
      return { data: await call(getProduct, { params: { id } }) }
    },
  }),
  tool({
    name: 'explain_stock',
    title: 'Explain the stock of a product',
    description:
      'Explains how many units each channel shows of a product and why: what is available, how channels share it, what is kept back, and the last stock movements.',
    effect: 'reads',
    input: z.object({ sku }),
    data: z.object({
      sharing: z.object({ mode: z.string(), last: z.number().optional() }),
      from: z.string().describe('Where the sharing was chosen'),
      available: z.array(z.object({ sku: z.string(), available: z.number() })),
      channels: z.array(
        z.object({
          sku: z.string(),
          channel: z.string(),
          share: z.number().describe('Units it is to show'),
          shown: z.number().describe('Units it shows'),
          unseen: z.number().describe('Sold there and not imported yet'),
          hidden: z.number().describe('Held back because they may have been sold there'),
        }),
      ),
      movements: z.array(
        z.object({
          at: time,
          sku: z.string(),
          reason: z.string(),
          deltaOnHand: z.number(),
          deltaReserved: z.number(),
          availableAfter: z.number(),
        }),
      ),
    }),
    uses: [getProductBySku, getProductSharing, listMovements],
    async run(call, input) {
      const { id } = await call(getProductBySku, { params: input })
      const [sharing, movements] = [
        await call(getProductSharing, { params: { id } }),
        await call(listMovements, { params: { id }, query: { limit: 20 } }),
      ]
      return { data: { ...sharing, channels: sharing.parts, movements: movements.data } }
    },
  }),
  tool({
    name: 'get_product_history',
    title: 'Get the history of a product',
    description: 'Lists who changed a product and what, newest first.',
    effect: 'reads',
    input: z.object({ sku, ...page }),
    data: z.object({
      changes: z.array(
        z.object({
          at: time,
          actor: z.string(),
          userName: z.string(),
          tokenName: z.string(),
          action: z.string(),
          old: z.record(z.string(), z.unknown()).nullable(),
          new: z.record(z.string(), z.unknown()).nullable(),
        }),
      ),
      total: z.number(),
    }),
    uses: [getProductBySku, productHistory],
    async run(call, { sku, ...query }) {
      const { id } = await call(getProductBySku, { params: { sku } })
      const { data, items } = await call(productHistory, { params: { id }, query })
      return { data: { changes: data, total: items } }
    },
  }),
  tool({
    name: 'list_templates',
    title: 'List templates',
    description: 'Lists the product templates with their number of products and the channels they list on.',
    effect: 'reads',
    input: z.object({}),
    data: z.object({
      templates: z.array(
        z.object({ id: z.number(), name: z.string(), products: z.number(), channels: z.array(z.string()) }),
      ),
    }),
    uses: [listTemplates],
    run: async (call) => ({ data: { templates: await call(listTemplates, { query: { limit: 1000 } }) } }),
  }),
  tool({
    name: 'get_template',
    title: 'Get a template',
    description: 'Returns a template with its attributes, their allowed values and which of them are required.',
    effect: 'reads',
    input: z.object({ templateId: z.number().int().positive() }),
    data: z.object({
      id: z.number(),
      name: z.string(),
      details: z.string(),
      products: z.number(),
      attributes: z.array(z.object({ name: z.string() }).loose()),
      variations: z.array(z.string()),
    }),
    uses: [getTemplate],
    run: async (call, { templateId }) => ({ data: await call(getTemplate, { params: { id: templateId } }) }),
  }),
  tool({
    name: 'list_changes',
    title: 'List bulk changes',
    description: 'Lists bulk changes of products by people, imports and agents, newest first.',
    effect: 'reads',
    input: z.object(page),
    data: z.object({
      changes: z.array(
        z.object({
          id: z.number(),
          kind: z.string(),
          title: z.string(),
          state: z.string(),
          changed: z.number(),
          failed: z.number(),
          userName: z.string(),
          createdAt: time,
          undoneBy: z.number().nullable(),
        }),
      ),
      total: z.number(),
    }),
    uses: [listChangeSets],
    async run(call, query) {
      const { data, items } = await call(listChangeSets, { query })
      return { data: { changes: data, total: items } }
    },
  }),
  tool({
    name: 'explain_change',
    title: 'Explain a bulk change',
    description:
      'Lists the products of a bulk change with their values before and after, and why some were not changed.',
    effect: 'reads',
    input: z.object({ changeId: z.number().int().positive(), ...page }),
    data: z.object({
      products: z.array(
        z.object({
          sku: z.string(),
          title: z.string(),
          state: z.string(),
          changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
          error: z.string(),
        }),
      ),
      total: z.number(),
    }),
    uses: [listChangeItems],
    async run(call, { changeId, ...query }) {
      const { data, items } = await call(listChangeItems, { params: { id: changeId }, query })
      return { data: { products: data, total: items } }
    },
  }),
]
