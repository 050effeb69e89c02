import { Button, Tooltip } from '@mantine/core'
import { MOST_ON_PAPER } from '#contract/orders/work.ts'
import type { PageLink } from '#web/addresses.ts'
import { Icon, type IconName } from '#web/ui/images/icon.tsx'
import { paperLink } from './paper-link.ts'

/** ORD-029. */
const MOST_SLIPS = 3

/** Paper for the orders that are selected, and why there is none (ORD-019, ORD-020, ORD-027..ORD-031). */
export interface Paper {
  label: string
  icon: IconName
  link: PageLink
  why: string
}

const whyNone = (chosen: readonly number[], most: number, tooMany: string) =>
  chosen.length === 0 ? 'Select orders in the list first' : chosen.length > most ? tooMany : ''

export const papersOf = (chosen: readonly number[]): Paper[] => [
  {
    label: 'Pick List',
    icon: 'orders',
    link: paperLink('pick', chosen),
    why: whyNone(chosen, MOST_ON_PAPER, `Select up to ${MOST_ON_PAPER} orders`),
  },
  {
    label: 'Packing Slip',
    icon: 'printer',
    link: paperLink('slips', chosen),
    why: whyNone(chosen, MOST_SLIPS, `Exceeded maximum number of packing slips to generate at once (${MOST_SLIPS})`),
  },
]

/** A button that says why it cannot be pressed, to the eye and to the ear. */
export const Barred = ({ label, icon, why }: { label: string; icon: IconName; why: string }) => (
  <Tooltip label={why}>
    <Button variant="default" leftSection={<Icon name={icon} />} data-disabled aria-disabled aria-description={why}>
      {label}
    </Button>
  </Tooltip>
)
