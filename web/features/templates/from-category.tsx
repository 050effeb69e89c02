import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CategoryAttribute } from '#contract/channels/shapes/ebay.ts'
import { templateNameChars } from '#contract/templates.ts'
import { useRead, useWrite } from '#web/api.ts'
import { MethodCards } from '#web/form/method-cards.tsx'
import { anyLookup, templateCall } from '#web/lookups.ts'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'
import { leaveSoon } from '#web/ui/dialogs/leave-soon.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { plural } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { leaveMs } from './leave.ts'
import classes from './templates.module.css'
import type { WizardStep } from './wizard-step.ts'

export type CategoryChoice = (o: {
  channel: ChannelId
  value: readonly string[]
  onChange: (ids: string[], names: string[]) => void
}) => ReactNode

/** Marketplaces whose categories say what a product is asked for (TPL-037, TPL-040). */
const marketplaces: readonly ChannelId[] = ['ebay', 'etsy']
const cards = marketplaces.map((id) => ({
  id,
  title: markNames[id],
  text: `Build a template from ${markNames[id]}'s categories`,
  icon: 'tag' as const,
  ...(builtDescription(id)?.templatePath === undefined ? { unavailable: 'Available soon.' } : {}),
}))

interface Chosen {
  channel: ChannelId
  ids: string[]
  names: string[]
  /** Null while it follows the first category. */
  name: string | null
}
interface Props extends WizardStep {
  categories: CategoryChoice
}

/** A template with the attributes that a marketplace's categories ask for. */
export function FromCategory({ step, setStep, categories }: Props) {
  const [chosen, setChosen] = useState<Chosen>({ channel: 'ebay', ids: [], names: [], name: null })
  const name = (chosen.name ?? chosen.names[0] ?? '').slice(0, templateNameChars)
  const navigate = useNavigate()
  const create = useWrite(templateCall(chosen.channel), {
    quiet: true,
    onSuccess: (made) => {
      const { id } = made as { id?: number }
      if (!id) return toast.error('Unknown response from server.')
      leaveSoon(
        'Template Created.',
        () => void navigate({ to: '/template/$templateId', params: { templateId: String(id) }, ignoreBlocker: true }),
        leaveMs.fromCategory,
      )
    },
    onError: (error) => {
      if (error.code === 'template_taken') setStep(1)
    },
  })
  useLeaveGuard(!create.isSuccess && chosen.ids.length > 0, 'This new template')
  if (step === 1)
    return (
      <DetailsStep
        chosen={chosen}
        name={name}
        nameProblem={create.error?.code === 'template_taken' ? create.error.message : undefined}
        onChange={(change) => {
          if (create.isError) create.reset()
          setChosen({ ...chosen, ...change })
        }}
        categories={categories}
        setStep={setStep}
      />
    )
  if (step !== 2) return null
  return (
    <>
      <Review chosen={chosen} name={name} onEdit={() => setStep(1)} />
      {create.error && create.error.code !== 'template_taken' && (
        <Callout tone="danger">{create.error.message} Your selections are still here.</Callout>
      )}
      <StepFoot onBack={() => setStep(1)}>
        <Button
          loading={create.isPending}
          disabled={create.isSuccess}
          onClick={() => create.mutate({ body: { categoryIds: chosen.ids, template: name.trim() } })}
        >
          Create
        </Button>
      </StepFoot>
    </>
  )
}

interface DetailsProps {
  chosen: Chosen
  name: string
  nameProblem: string | undefined
  onChange: (change: Partial<Chosen>) => void
  categories: CategoryChoice
  setStep: WizardStep['setStep']
}

function DetailsStep({ chosen, name, nameProblem, onChange, categories: Categories, setStep }: DetailsProps) {
  const missing = [...(chosen.ids.length === 0 ? ['category'] : []), ...(name.trim() ? [] : ['name'])]
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (missing.length === 0) setStep(2)
      }}
    >
      <MethodCards
        label="Marketplace"
        methods={cards}
        value={chosen.channel}
        onChange={(id) => {
          const channel = marketplaces.find((marketplace) => marketplace === id)
          if (channel && channel !== chosen.channel) onChange({ channel, ids: [], names: [] })
        }}
      />
      <Categories channel={chosen.channel} value={chosen.ids} onChange={(ids, names) => onChange({ ids, names })} />
      <TextInput
        label="Name"
        required
        maxLength={templateNameChars}
        value={name}
        error={chosen.name !== null && !name.trim() ? 'Name field is required.' : nameProblem}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <StepFoot
        onBack={() => setStep(0)}
        problem={missing.length > 0 ? `Missing required fields: ${missing.join(', ')}` : undefined}
      >
        <Button type="submit" disabled={missing.length > 0}>
          Review
        </Button>
      </StepFoot>
    </form>
  )
}

const levels = [
  ['required', 'Required'],
  ['recommended', 'Recommended'],
  ['optional', 'Optional'],
] as const

/** The attributes that the template begins with, by how much they are asked for. */
function Review({ chosen, name, onEdit }: { chosen: Chosen; name: string; onEdit: () => void }) {
  const lookup = useRead(anyLookup(chosen.channel, 'templateAttributes'), {
    query: { categoryIds: chosen.ids.join(',') },
  })
  const attributes = lookup.data as CategoryAttribute[] | undefined
  const facts = [
    ['Categories', chosen.names.join(', ')],
    ...levels.map(([level, label]) => {
      const ofLevel = attributes?.filter(({ constraint }) => constraint === level) ?? []
      return [
        label,
        ofLevel.length > 0 ? ofLevel.map((a) => a.name).join(', ') : <span className="subtle">None</span>,
      ] as const
    }),
  ] as const
  return (
    <Card
      title={name}
      actions={
        <Button variant="default" size="xs" onClick={onEdit}>
          Edit Details
        </Button>
      }
    >
      {lookup.isError ? (
        <ErrorState error={lookup.error} retry={() => void lookup.refetch()} />
      ) : attributes ? (
        <div className="stack">
          <p className="muted">
            {plural(attributes.length, 'attribute')} with {markNames[chosen.channel]}’s values as options. Products from
            this template are listed in these categories.
          </p>
          <dl className={classes.facts}>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ) : (
        <FormSkeleton fields={3} label="Loading the attributes" />
      )}
    </Card>
  )
}
