import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../layout/empty-state.tsx'

/** A list of which the filters leave nothing. @param things "orders" */
export const NoMatch = ({
  things,
  onClear,
  children = 'Try a different search or clear some filters.',
}: {
  things: string
  onClear: () => void
  children?: ReactNode
}) => (
  <EmptyState
    title={`No ${things} found`}
    drawing={false}
    actions={
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    }
  >
    {children}
  </EmptyState>
)
