import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Pdf } from '../files.ts'
import { orderFilter } from './orders.ts'
import { Joined } from '../products/filter.ts'
import { Id, IdParam, ImageUrl, Time } from '../shapes.ts'

export const slipPapers = ['a4', 'letter', 'label', 'a6'] as const
export type SlipPaper = (typeof slipPapers)[number]
export const slipStates = ['waiting', 'making', 'ready', 'failed', 'cancelled'] as const
export type SlipState = (typeof slipStates)[number]

/** Slips in one document: more are a day's work of a whole warehouse. */
export const MOST_SLIPS = 20_000
/** Documents of an organization that wait or are made. */
export const MOST_AT_WORK = 5

export const SlipDocument = z.object({
  id: Id,
  paper: z.enum(slipPapers),
  state: z.enum(slipStates),
  /** Orders that were chosen, and how many of them were looked at. */
  orders: z.number().int(),
  done: z.number().int(),
  slips: z.number().int(),
  /** Left out until somebody releases them. */
  held: z.number().int(),
  /** Left out, as they have characters that the document cannot write. A browser can. */
  unwritten: z.array(z.object({ id: Id, name: z.string() })),
  bytes: z.number().int(),
  createdAt: Time,
  /** When it is deleted. */
  expiresAt: Time,
})
export type SlipDocument = z.output<typeof SlipDocument>

export const listSlips = endpoint({
  method: 'GET',
  path: '/orders/slips',
  summary: 'List packing slip PDFs, newest first',
  needs: 'orders:write',
  reply: z.array(SlipDocument),
})
/** With `selectedIds` of those orders, else of all that the filter finds, as the list has them. */
export const makeSlips = endpoint({
  method: 'POST',
  path: '/orders/slips',
  summary: 'Create a packing slip PDF for many orders (background)',
  needs: 'orders:write',
  query: z.object({ ...orderFilter, selectedIds: Joined }),
  body: z.object({
    paper: z.enum(slipPapers),
    /** Without what was sent or cancelled. */
    openOnly: z.boolean().default(true),
  }),
  reply: SlipDocument,
  errors: ['invalid_input'],
  changes: ['jobs'],
})
export const cancelSlips = endpoint({
  method: 'POST',
  path: '/orders/slips/{id}/cancel',
  summary: 'Stop creating a packing slip PDF',
  needs: 'orders:write',
  params: z.object({ id: IdParam }),
  reply: SlipDocument,
  errors: ['not_found'],
  changes: ['jobs'],
})
export const slipsFile = endpoint({
  method: 'GET',
  path: '/orders/slips/{id}/file',
  summary: 'Download a packing slip PDF',
  needs: 'orders:write',
  params: z.object({ id: IdParam }),
  reply: Pdf,
  errors: ['not_found'],
})

const settings = {
  /** Lines below the sender's name. */
  returnAddress: z.string().trim().max(400, 'At most 400 characters.'),
  /** '' is none. */
  logo: z.union([z.literal(''), ImageUrl]),
}
export const SlipSettings = z.object(settings)
export type SlipSettings = z.output<typeof SlipSettings>
export const getSlipSettings = endpoint({
  method: 'GET',
  path: '/orders/slipSettings',
  summary: 'Get the return address and logo of packing slips',
  needs: 'organization:read',
  reply: SlipSettings,
})
export const saveSlipSettings = endpoint({
  method: 'POST',
  path: '/orders/slipSettings',
  summary: 'Save the return address and logo of packing slips',
  needs: 'organization:write',
  body: z.object(settings),
  reply: SlipSettings,
  errors: ['invalid_input'],
  changes: ['organization'],
})
