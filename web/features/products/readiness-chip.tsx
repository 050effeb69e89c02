import type { Readiness } from '#contract/products.ts'
import { readinessStates } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

export const ReadinessChip = ({ readiness }: { readiness: Readiness }) => <StatusChip of={readinessStates[readiness]} />
