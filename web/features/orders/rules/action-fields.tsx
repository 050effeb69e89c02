import { Switch } from '@mantine/core'
import { orderTags } from '#contract/orders/handling.ts'
import { useRead } from '#web/api.ts'
import { Autocomplete } from '#web/ui/choices/autocomplete.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { PersonSelect } from '../page/person-select.tsx'
import { services } from '../shipping/services.ts'
import type { Draft } from './draft.ts'

interface Props {
  actions: Draft['actions']
  errorOf: (path: string) => string | undefined
  onChange: (change: Partial<Draft['actions']>) => void
}

/** What is done with an order that matches; what is blank is left alone. */
export function ActionFields({ actions, errorOf, onChange }: Props) {
  const known = useRead(orderTags)
  return (
    <>
      <TagInput
        label="Add tags"
        value={actions.addTags}
        options={known.data ?? []}
        onChange={(addTags) => onChange({ addTags })}
        error={errorOf('addTags') ?? actions.addTags.map((_, at) => errorOf(`addTags.${at}`)).find(Boolean)}
      />
      <Autocomplete
        label="Set shipping service"
        description="The channel’s own shipping service won’t replace it later."
        data={services}
        maxLength={200}
        value={actions.service}
        onChange={(service) => onChange({ service })}
        error={errorOf('service')}
      />
      <PersonSelect
        label="Assign to"
        value={actions.assigneeId}
        onChange={(assigneeId) => onChange({ assigneeId })}
        error={errorOf('assigneeId')}
      />
      <Switch
        label="Put on hold"
        description="It won’t appear in pick lists, packing or packing slips until the hold is released."
        checked={actions.hold}
        onChange={(event) => onChange({ hold: event.currentTarget.checked })}
      />
    </>
  )
}
