import { Button, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { MOST_ON_PAPER } from '#contract/order-work.ts'
import { paperLink } from './paper-link.ts'

/** ORD-029. */
const MOST_SLIPS = 3

/** Paper for the orders that are chosen (ORD-019, ORD-020, ORD-027..ORD-031). */
export const PaperButtons = ({ chosen }: { chosen: readonly number[] }) => (
  <>
    <PaperButton
      kind="pick"
      label="Pick List"
      icon="orders"
      chosen={chosen}
      barred={chosen.length > MOST_ON_PAPER ? `At most ${MOST_ON_PAPER} orders fit one list` : undefined}
    />
    <PaperButton
      kind="slips"
      label="Packing Slip"
      icon="printer"
      chosen={chosen}
      barred={
        chosen.length > MOST_SLIPS
          ? `Exceeded maximum number of packing slips to generate at once (${MOST_SLIPS})`
          : undefined
      }
    />
  </>
)

/** @param barred why it cannot be done with so many */
function PaperButton({
  kind,
  label,
  icon,
  chosen,
  barred,
}: {
  kind: 'pick' | 'slips'
  label: string
  icon: IconName
  chosen: readonly number[]
  barred: string | undefined
}) {
  const why = chosen.length === 0 ? 'Select orders in the list first' : barred
  if (why)
    return (
      <Tooltip label={why}>
        <Button variant="default" leftSection={<Icon name={icon} />} data-disabled aria-disabled aria-description={why}>
          {label}
        </Button>
      </Tooltip>
    )
  return (
    <Button
      component={Link}
      {...paperLink(kind, chosen)}
      target="_blank"
      variant="default"
      leftSection={<Icon name={icon} />}
    >
      {label}
    </Button>
  )
}
