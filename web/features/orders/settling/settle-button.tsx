import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Leads to where orders are settled that are short of stock, or of SKUs that nobody knows. */
export const SettleButton = ({ orders }: { orders: number }) => (
  <Button component={Link} to={'/orders/settle' as string} variant="default" leftSection={<Icon name="warning" />}>
    Settle {number(orders)}
  </Button>
)
