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
        label="Set the service"
        description="How its parcel goes. What the channel says of it later does not replace it."
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
        label="Hold it"
        description="It is left out of pick lists, packing and slips until somebody releases it."
        checked={actions.hold}
        onChange={(event) => onChange({ hold: event.currentTarget.checked })}
      />
    </>
  )
}
