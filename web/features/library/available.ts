import type { CallReply } from '#contract/endpoint.ts'
import type { availableStockTemplates } from '#contract/library.ts'

/** A template that the library does not have yet. */
export type Available = CallReply<typeof availableStockTemplates>['data'][number]
