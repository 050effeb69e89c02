import { z } from 'zod'
import { clover } from '../clover.ts'
import { schemaOf, settingsOf } from '../shape.ts'

/** LST-326..LST-329: how a template lists on Clover. */
export const CloverSchema = schemaOf(clover, {})
export type CloverSchema = z.output<typeof CloverSchema>

/** LST-121. All stand beside each other: there is no tree. */
export const CloverCategory = z.object({ id: z.string(), name: z.string() })
export type CloverCategory = z.output<typeof CloverCategory>

export const CloverSettings = settingsOf(clover)
export type CloverSettings = z.output<typeof CloverSettings>

/** IMP-175. The price is in cents. */
export const CloverItem = z.object({ id: z.string(), name: z.string(), sku: z.string(), price: z.number().int() })
export type CloverItem = z.output<typeof CloverItem>

export const cloverReplies = { categories: z.array(CloverCategory), items: z.array(CloverItem) }
