import type { z } from 'zod'
import type { Sharing as SharingShape } from '#contract/sync/sharing.ts'
import { number } from '#web/ui/format.ts'

export type Sharing = z.output<typeof SharingShape>

/** A way to share stock, in a few words. */
export const sharingName = (sharing: Sharing): string =>
  sharing.mode === 'shared'
    ? 'Shared'
    : sharing.mode === 'guaranteed'
      ? 'Guaranteed'
      : sharing.last === 1
        ? 'Guaranteed for the last piece'
        : `Guaranteed for the last ${number(sharing.last)}`

export interface Way {
  mode: Sharing['mode']
  title: string
  text: string
  cost: string
}

/** What each way does, and what it costs. */
export const ways: readonly Way[] = [
  {
    mode: 'shared',
    title: 'Shared',
    text: 'Each channel shows all that is available, less its buffer. Sells fastest.',
    cost: 'Until a sale is heard of, another channel still shows its piece. Two buyers can buy the last one; you cancel one order.',
  },
  {
    mode: 'guaranteed',
    title: 'Guaranteed',
    text: 'Each channel has its own pieces and shows only those. No piece is sold twice, even when a channel tells of a sale late.',
    cost: 'A channel can show 0 while another still has a piece. Numbers rise minutes later.',
  },
  {
    mode: 'threshold',
    title: 'Guaranteed for the last pieces',
    text: 'Above the last pieces of a SKU all is shared; the last ones are divided.',
    cost: 'Fast while there is plenty. The last pieces cost what guaranteed ones cost.',
  },
]

/** What happens on the channels when it is saved. */
export function whatWillHappen(sharing: Sharing): string {
  if (sharing.mode === 'shared')
    return 'Each channel rises to all that is available as soon as it can be told, usually within a few minutes. From then on two buyers can buy the last piece before a sale is heard of.'
  const falls =
    'What stands above its share falls first. The rest rises once nobody can have bought in between: at once where the channel takes a number only if nothing was sold meanwhile, after about five minutes where it does not.'
  return sharing.mode === 'guaranteed'
    ? `The pieces of each SKU are divided between the channels that sell it. ${falls}`
    : `Nothing changes while a SKU has more than its last ${number(sharing.last)}. Those are divided between its channels. ${falls}`
}
