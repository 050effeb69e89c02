import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Step } from '#contract/listings/origins.ts'
import { stepsOf } from '#domain/listings/content/origins.ts'
import { useAccount } from '#web/form/channels/account.tsx'
import { useMay } from '#web/may.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { focusField } from '../editor/fields.ts'
import { OriginHint } from '../origin-hint.tsx'
import type { Check } from './check.ts'
import { type Place, whereToFix } from './where-to-fix.ts'

/** So many remarks stand there at first; errors stand there all. */
const shownWarnings = 3

/** Leads to a field: on this page, or on the page where it is set. */
function useGoToField(place: Place) {
  const navigate = useNavigate()
  const account = useAccount()
  return (field: string) => {
    if (!focusField(field)) void navigate(whereToFix(field, place, account).link)
  }
}

/** What our checks would not send, then what they would rather have. */
export function Findings({ check, place }: { check: Check | undefined; place: Place }) {
  const [all, setAll] = useState(false)
  const errors = Object.entries(check?.errors ?? {})
  const warnings = Object.entries(check?.warnings ?? {})
  const stepsIn = (field: string) => stepsOf(check?.origins ?? {}, field)
  const shown = all ? warnings : warnings.slice(0, shownWarnings)
  const rest = warnings.length - shown.length
  return (
    <>
      {errors.map(([field, sentence]) => (
        <Finding key={field} {...{ field, sentence, place }} tone="danger" steps={stepsIn(field)} />
      ))}
      {shown.map(([field, sentence]) => (
        <Finding key={field} {...{ field, sentence, place }} tone="warning" steps={stepsIn(field)} />
      ))}
      {rest > 0 && (
        <li>
          <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
            Show {rest} more {rest === 1 ? 'recommendation' : 'recommendations'}
          </Button>
        </li>
      )}
    </>
  )
}

interface FindingProps {
  field: string
  sentence: string
  tone: 'danger' | 'warning'
  place: Place
  /** Who says so, where it is not our checks. */
  by?: ReactNode
  /** Where the field's value comes from. */
  steps?: readonly Step[]
}

/** A field, what is wrong with it, and the way there. */
export function Finding({ field, sentence, tone, place, by, steps = [] }: FindingProps) {
  const go = useGoToField(place)
  const mayFix = useMay('listings:write')
  const { name } = whereToFix(field, place)
  return (
    <li data-tone={tone}>
      <Icon name={tone === 'danger' ? 'alert' : 'warning'} />
      <span className="grow">
        <b>{name}</b>
        <small>{sentence}</small>
        {by && <small>{by}</small>}
        {steps.length > 0 && <OriginHint label={name} steps={steps} place={place} />}
      </span>
      {mayFix && (
        <Button
          size="xs"
          variant={tone === 'danger' ? 'default' : 'subtle'}
          aria-label={`Fix ${name}`}
          onClick={() => go(field)}
        >
          Fix
        </Button>
      )}
    </li>
  )
}
