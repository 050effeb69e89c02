import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

export const AnalyticsPage = () => (
  <Page title="Analytics">
    <EmptyState
      title="Analytics are not available yet"
      drawing={false}
      actions={
        <Button component={Link} to={'/orders' as string} variant="default">
          Open orders
        </Button>
      }
    >
      Charts of orders, channels and templates are being built. Everything they will need is kept already: orders and
      every stock movement.
    </EmptyState>
  </Page>
)
