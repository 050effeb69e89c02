import type { Readiness } from '#contract/products.ts'
import { StatusChip, type Tone } from '#web/ui/status-chip.tsx'

const readinessTones: Record<Readiness, { tone: Tone; word: string; why: string }> = {
  ready: { tone: 'success', word: 'Ready', why: 'Title, description and all attributes are there.' },
  partial: { tone: 'warning', word: 'Partial', why: 'A recommended attribute is missing.' },
  error: { tone: 'danger', word: 'Incomplete', why: 'The title, the description or a required attribute is missing.' },
}

export const ReadinessChip = ({ readiness }: { readiness: Readiness }) => {
  const { tone, word, why } = readinessTones[readiness]
  return (
    <StatusChip tone={tone} title={why}>
      {word}
    </StatusChip>
  )
}
