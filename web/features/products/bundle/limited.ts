import type { getBundle } from '#contract/products/bundles.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { limiting } from '#domain/stock/bundle.ts'
import { number, plural } from '#web/ui/format.ts'

export type Bundle = CallReply<typeof getBundle>

/** "limited by CUP-1 (25 pieces / 2)" */
export const limitedBy = (parts: readonly { sku: string; available: number; pieces: number }[]): string =>
  `limited by ${limiting(parts)
    .map(({ sku, available, pieces }) => `${sku} (${plural(available, 'unit')} / ${number(pieces)})`)
    .join(', ')}`
