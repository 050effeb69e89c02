import type { Readiness } from '#contract/products/products.ts'
import { readinessStates } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'

export const ReadinessChip = ({ readiness }: { readiness: Readiness }) => <StatusChip of={readinessStates[readiness]} />
