import { Button, Tooltip } from '@mantine/core'
import { MOST_ON_PAPER } from '#contract/orders/work.ts'
import type { PageLink } from '#web/addresses.ts'
import { Icon, type IconName } from '#web/ui/images/icon.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { packLink, paperLink } from './paper-link.ts'

/** ORD-029. */
const MOST_SLIPS = 3

interface Chosen {
  chosen: readonly number[]
}

/** Leads to where the chosen orders are packed. */
export const PackButton = ({ chosen }: Chosen) => (
  <ForChosen
    chosen={chosen}
    label="Pack"
    icon="scan"
    link={packLink(chosen)}
    most={MOST_ON_PAPER}
    tooMany={`Select up to ${MOST_ON_PAPER} orders to pack`}
  />
)

/** Paper for the orders that are chosen (ORD-019, ORD-020, ORD-027..ORD-031). */
export const PaperButtons = ({ chosen }: Chosen) => (
  <>
    <ForChosen
      chosen={chosen}
      label="Pick List"
      icon="orders"
      link={{ ...paperLink('pick', chosen), target: '_blank' }}
      most={MOST_ON_PAPER}
      tooMany={`Select up to ${MOST_ON_PAPER} orders`}
    />
    <ForChosen
      chosen={chosen}
      label="Packing Slip"
      icon="printer"
      link={{ ...paperLink('slips', chosen), target: '_blank' }}
      most={MOST_SLIPS}
      tooMany={`Exceeded maximum number of packing slips to generate at once (${MOST_SLIPS})`}
    />
  </>
)

/** What needs orders that are chosen, and not too many of them. */
function ForChosen({
  chosen,
  label,
  icon,
  link,
  most,
  tooMany,
}: Chosen & {
  label: string
  icon: IconName
  link: PageLink & { target?: string }
  most: number
  tooMany: string
}) {
  const why = chosen.length === 0 ? 'Select orders in the list first' : chosen.length > most ? tooMany : undefined
  if (why) return <Barred label={label} icon={icon} why={why} />
  return (
    <LinkButton {...link} variant="default" leftSection={<Icon name={icon} />}>
      {label}
    </LinkButton>
  )
}

/** A button that says why it cannot be pressed, to the eye and to the ear. */
export const Barred = ({ label, icon, why }: { label: string; icon: IconName; why: string }) => (
  <Tooltip label={why}>
    <Button variant="default" leftSection={<Icon name={icon} />} data-disabled aria-disabled aria-description={why}>
      {label}
    </Button>
  </Tooltip>
)
