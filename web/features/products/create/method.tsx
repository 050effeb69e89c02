import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { listTemplates } from '#contract/templates.ts'
import { ActionButton } from '#web/actions/action-link.tsx'
import { listActions } from '#web/actions/list-actions.ts'
import { useRead } from '#web/api.ts'
import { MethodCards } from '#web/form/method-cards.tsx'
import { LookOnly, useMay } from '#web/may.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { NoMatch } from '#web/ui/filters/no-match.tsx'
import { plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { WizardFoot } from './foot.tsx'
import classes from './wizard.module.css'

export const csvSteps = ['Method', 'Map Fields', 'Review & Import'] as const
const methods = [
  { id: 'template', title: 'From Template', text: 'Start from an existing product template', icon: 'templates' },
  {
    id: 'import',
    title: 'Import from Channel',
    text: 'Pull products from your connected sales channels',
    icon: 'plug',
  },
  { id: 'csv', title: 'Import from CSV', text: 'Upload a spreadsheet to create products in bulk', icon: 'table' },
] as const
export type MethodId = (typeof methods)[number]['id']

interface MethodProps {
  onMethod: (id: MethodId) => void
}

export const Methods = ({ value, onMethod }: MethodProps & { value: MethodId }) => (
  <MethodCards
    label="How to add products"
    methods={methods}
    value={value}
    onChange={(id) => {
      const chosen = methods.find((method) => method.id === id)
      if (chosen) onMethod(chosen.id)
    }}
  />
)

/** Step 0 of importing a file. Having read it, one goes on by oneself. */
export const ImportCsv = ({ onMethod, children }: MethodProps & { children: ReactNode }) => (
  <>
    <Methods value="csv" onMethod={onMethod} />
    {useMay('imports:write') ? children : <LookOnly needs="imports:write" />}
  </>
)

/** Step 0: the method, and for From Template which one. Choosing one goes on. */
export function ChooseTemplate({ onChoose, onMethod }: MethodProps & { onChoose: (templateId: number) => void }) {
  const templates = useRead(listTemplates)
  const [words, setWords] = useState('')
  const matching = templates.data?.filter(({ name, details }) =>
    `${name} ${details}`.toLowerCase().includes(words.trim().toLowerCase()),
  )
  // The only one that a search leaves is meant: Enter and Next take it.
  const only = words.trim() && matching?.length === 1 ? matching[0] : undefined
  const choose = () => (only ? onChoose(only.id) : toast.info('Please choose a template to continue.'))
  return (
    <>
      <Methods value="template" onMethod={onMethod} />
      <section className="stack" aria-label="Choose a template">
        <TextInput
          type="search"
          aria-label="Search templates"
          placeholder="Search templates"
          leftSection={<Icon name="search" />}
          className={classes.search}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && choose()}
        />
        {templates.isError && !templates.data ? (
          <ErrorState error={templates.error} retry={() => void templates.refetch()} />
        ) : !matching ? (
          <TableSkeleton rows={4} label="Templates, loading" />
        ) : templates.data?.length === 0 ? (
          <EmptyState title="No templates yet" actions={<ActionButton of={listActions.newTemplate} />}>
            Templates hold what similar products share. Create one to start adding products.
          </EmptyState>
        ) : matching.length === 0 ? (
          <NoMatch things="templates" onClear={() => setWords('')}>
            Try a different search.
          </NoMatch>
        ) : (
          <ul className={classes.templates}>
            {matching.map((template) => (
              <li key={template.id}>
                <button type="button" onClick={() => onChoose(template.id)}>
                  <b>
                    <span className="sr-only">Use template </span>
                    {template.name}
                  </b>
                  <span className="subtle small">
                    {plural(template.attributes, 'attribute')}, {plural(template.products, 'product')}
                  </span>
                  {template.details && <span className="muted">{template.details}</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <WizardFoot
        hint="Proceed to product details!"
        problem={only ? undefined : 'Must select a template'}
        onNext={choose}
      />
    </>
  )
}
