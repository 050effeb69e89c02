import { z } from 'zod'
import { MOST_PROPOSED, propose } from '#contract/agents/proposals.ts'
import { type EditableField, Edit } from '#contract/changes/changes.ts'
import { listProducts } from '#contract/products/products.ts'
import { getPublishing, listPublishProducts } from '#contract/publishing.ts'
import type { Call } from '../call.ts'
import { answered, proposalData } from './proposals.ts'
import { idsOf, refuse } from './skus.ts'
import { skuList, tool } from './tool.ts'

type Edits = z.input<typeof Edit>[]
const reason = z.string().min(1).max(500).describe('Why, in one sentence. The person reads it')
const sku = z.string().min(1).max(100)

/** Products with the same edits are one change. */
async function proposed(call: Call, why: string, rows: readonly { sku: string; edits: Edits }[]) {
  const ids = await idsOf(
    call,
    rows.map((row) => row.sku),
  )
  const changes = Map.groupBy(rows, ({ edits }) => JSON.stringify(edits))
  return answered(
    await call(propose, {
      body: {
        reason: why,
        changes: [...changes.values()].map((same) => ({
          productIds: same.map((row) => ids.get(row.sku.toLowerCase()) ?? 0),
          edits: same[0]?.edits ?? [],
        })),
      },
    }),
  )
}

/** Changes of one number of each product, as a new value or as a difference. */
const eachSku = <S extends z.ZodRawShape>(values: S) =>
  z.object({
    reason,
    changes: z
      .array(z.object({ sku, ...values }))
      .min(1)
      .max(MOST_PROPOSED),
  })

const proposing = { effect: 'proposes' as const, data: proposalData }
const finding = [listProducts, propose]

export const proposingTools = [
  tool({
    ...proposing,
    name: 'propose_price_change',
    title: 'Propose price changes',
    description:
      'Proposes new prices, each as an amount or as a change in percent. Saves a preview and changes nothing. Prices of variations stay as they are.',
    input: eachSku({
      price: z.number().min(0).max(10_000_000).optional().describe('The new price'),
      percent: z.number().min(-100).max(1000).optional().describe('-10 lowers the price by 10%'),
    }),
    uses: finding,
    run: (call, { reason: why, changes }) =>
      proposed(
        call,
        why,
        changes.map(({ sku: name, price, percent }) => {
          if ((price === undefined) === (percent === undefined))
            throw refuse('Give either a price or a percentage for each SKU.')
          return {
            sku: name,
            edits:
              price === undefined
                ? [{ field: 'price' as const, action: 'multiply' as const, factor: 1 + (percent ?? 0) / 100 }]
                : [{ field: 'price' as const, action: 'set' as const, value: price.toFixed(2) }],
          }
        }),
      ),
  }),
  tool({
    ...proposing,
    name: 'propose_stock_change',
    title: 'Propose stock changes',
    description:
      'Proposes stock counts, each as the new number of available units or as a difference. Saves a preview and changes nothing. Not for products with variations.',
    input: eachSku({
      quantity: z.number().int().min(0).max(1_000_000).optional().describe('Available units from now on'),
      by: z.number().int().min(-1_000_000).max(1_000_000).optional().describe('-2 removes two units'),
    }),
    uses: finding,
    run: (call, { reason: why, changes }) =>
      proposed(
        call,
        why,
        changes.map(({ sku: name, quantity, by }) => {
          if ((quantity === undefined) === (by === undefined))
            throw refuse('Give either a quantity or a difference for each SKU.')
          return {
            sku: name,
            edits:
              quantity === undefined
                ? [{ field: 'quantity' as const, action: 'add' as const, amount: by ?? 0 }]
                : [{ field: 'quantity' as const, action: 'set' as const, value: String(quantity) }],
          }
        }),
      ),
  }),
  tool({
    ...proposing,
    name: 'propose_product_edit',
    title: 'Propose product edits',
    description:
      'Proposes edits of fields or attributes: set, replace, append or prepend texts, or compute numbers. An attribute is “attr.” and its name, as attr.Color. Saves a preview and changes nothing.',
    input: z.object({
      reason,
      changes: z
        .array(z.object({ skus: skuList, edits: z.array(Edit).min(1).max(40) }))
        .min(1)
        .max(MOST_PROPOSED),
    }),
    uses: finding,
    run: (call, { reason: why, changes }) =>
      proposed(
        call,
        why,
        changes.flatMap(({ skus, edits }) => skus.map((name) => ({ sku: name, edits }))),
      ),
  }),
  tool({
    ...proposing,
    name: 'propose_tag_change',
    title: 'Propose tags',
    description: 'Proposes to add and remove tags of products. Saves a preview and changes nothing.',
    input: z.object({
      reason,
      skus: skuList,
      add: z.array(z.string().min(1).max(100)).max(20).default([]),
      remove: z.array(z.string().min(1).max(100)).max(20).default([]),
    }),
    uses: finding,
    run(call, { reason: why, skus, add, remove }) {
      const edits: Edits = [
        ...remove.map((find) => ({ field: 'tags' as const, action: 'replace' as const, find, with: '' })),
        ...(add.length > 0 ? [{ field: 'tags' as const, action: 'append' as const, text: add.join(', ') }] : []),
      ]
      if (edits.length === 0) throw refuse('Give tags to add or to remove.')
      return proposed(
        call,
        why,
        skus.map((name) => ({ sku: name, edits })),
      )
    },
  }),
  tool({
    ...proposing,
    name: 'propose_fix',
    title: 'Propose a fix of a problem',
    description:
      'Proposes values that fix a problem of a publish run (from list_problems): one value for all of its products, or one for each SKU. Saves a preview and changes nothing. When it is applied, a person checks and publishes the run again.',
    input: z.object({
      reason,
      runId: z.number().int().positive(),
      cause: z.string().min(1).max(300).describe('From list_problems'),
      value: z.string().max(10_000).optional().describe('For all products with this problem'),
      values: z
        .array(z.object({ sku, value: z.string().max(10_000) }))
        .max(MOST_PROPOSED)
        .optional(),
    }),
    uses: [getPublishing, listPublishProducts, ...finding],
    async run(call, { reason: why, runId, cause, value, values }) {
      const { groups } = await call(getPublishing, { params: { id: runId } })
      const group = groups.find((candidate) => candidate.cause === cause)
      if (!group) throw refuse('This run has no problem with this cause anymore. Call list_problems again.')
      const field = group.fixes ?? group.edits
      if (field === null || field === 'description')
        throw refuse('No product field fixes this problem. A person has to fix it on the page of the publish run.')
      const set = (text: string): Edits => [{ field: field as EditableField, action: 'set', value: text }]
      if (values && value === undefined)
        return proposed(
          call,
          why,
          values.map((row) => ({ sku: row.sku, edits: set(row.value) })),
        )
      if (value === undefined || values) throw refuse('Give either one value for all products, or one for each SKU.')
      const { ids } = await call(listPublishProducts, { params: { id: runId }, query: { cause, offset: 0 } })
      if (ids.length > MOST_PROPOSED)
        throw refuse(`This problem has more than ${MOST_PROPOSED} products. Fix some of them by SKU.`)
      return answered(await call(propose, { body: { reason: why, changes: [{ productIds: ids, edits: set(value) }] } }))
    },
  }),
]
