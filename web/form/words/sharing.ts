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
        ? 'Guaranteed for the last unit'
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
    text: 'Each channel shows all available stock, minus its buffer. Sells fastest.',
    cost: 'Until Motto imports a sale, other channels still show that unit. Two buyers can buy the last one, and you have to cancel one order.',
  },
  {
    mode: 'guaranteed',
    title: 'Guaranteed',
    text: 'Each channel gets its own units and shows only those. No unit is sold twice, even if a channel reports a sale late.',
    cost: 'A channel can show 0 while another still has stock. Quantities go up a few minutes later.',
  },
  {
    mode: 'threshold',
    title: 'Guaranteed for the last units',
    text: 'Channels share all stock above the last units of a SKU. The last units are split between them.',
    cost: 'Fast while you have plenty. The last units have the same trade-off as Guaranteed.',
  },
]

/** What happens on the channels when it is saved. */
export function whatWillHappen(sharing: Sharing): string {
  if (sharing.mode === 'shared')
    return 'Each channel goes up to all available stock, usually within a few minutes. From then on, two buyers can buy the last unit before Motto imports the sale.'
  const falls =
    'Quantities above their share go down first. Then the others go up: right away on channels that can check for new sales, and after about 5 minutes on the rest.'
  return sharing.mode === 'guaranteed'
    ? `The stock of each SKU is split between the channels that sell it. ${falls}`
    : `Nothing changes while a SKU has more than ${number(sharing.last)} units. The last ${number(sharing.last)} are split between its channels. ${falls}`
}
