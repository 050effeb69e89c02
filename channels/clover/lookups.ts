import type { CloverCategory } from '#contract/channels/clover-shapes.ts'
import { all, type CloverConnection } from './calls.ts'
import { Category } from './wire.ts'

export const cloverLookups = {
  async categories(c: CloverConnection): Promise<CloverCategory[]> {
    const found = await all(c, Category, 'categories')
    return found.filter(({ deleted }) => deleted !== true).map(({ id, name }) => ({ id, name: name ?? '' }))
  },
}
