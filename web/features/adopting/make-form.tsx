import { Checkbox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { HandlerInput } from '#contract/endpoint.ts'
import { importFound } from '#contract/imports.ts'
import { listTemplates } from '#contract/templates.ts'
import { toImport } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { useNavigate } from '#web/ui/link.tsx'

/** Listings that products are to be made of. */
export interface ToMake {
  which: HandlerInput<typeof importFound>['body']['which']
  count: number
}
interface Props {
  which: ToMake['which']
  name: string
  params: { integrationId: number }
  /** Below the fields. @param go begins the import and leads to its review */
  foot: (go: () => void, isBusy: boolean) => ReactNode
}

const OWN = 'own'

/** What products are made like (IMP-152, IMP-153); what comes of it is looked at in the import that this begins. */
export function MakeForm({ which, name, params, foot }: Props) {
  const navigate = useNavigate()
  const templates = useRead(listTemplates)
  const [template, setTemplate] = useState(OWN)
  const [updateExisting, setUpdateExisting] = useState(false)
  const make = useWrite(importFound, {
    once: true,
    quiet: true,
    onSuccess: ({ id }) => void navigate(toImport(id)),
  })
  const go = () =>
    make.mutate({ params, body: { which, template: template === OWN ? null : Number(template), updateExisting } })
  return (
    <>
      <div className="stack">
        <p className="small subtle">
          Titles, descriptions, images, prices, variations, attributes and quantities come from {name}. You’ll review
          everything before it’s imported, and you can undo it. Nothing changes on {name}.
        </p>
        <SearchSelect
          label="Template"
          allowDeselect={false}
          options={[
            { value: OWN, label: `New template “${name} Import” with the listings’ attributes` },
            ...(templates.data ?? []).map(({ id, name: label }) => ({ value: String(id), label })),
          ]}
          value={template}
          onChange={(value) => setTemplate(value ?? OWN)}
        />
        <Checkbox
          label="Update Existing Products"
          description="Products with a matching SKU are updated from the listing. If off, they’re skipped."
          checked={updateExisting}
          onChange={(event) => setUpdateExisting(event.currentTarget.checked)}
        />
        {templates.isError && <Callout tone="danger">Couldn’t load templates. {templates.error.message}</Callout>}
        {make.isError && <Callout tone="danger">{make.error.message}</Callout>}
      </div>
      {foot(go, make.isPending)}
    </>
  )
}
