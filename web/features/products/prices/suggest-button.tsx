import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '#web/may.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import type { Template } from '../page/draft.ts'
import type { ProductForm } from '../page/form.ts'

const Dialog = onDemand(async () => (await import('./suggest-dialog.tsx')).SuggestDialog)

/** Beside the price: what others sold the like for (PRO-129). */
export function SuggestPrice({ form, template }: { form: ProductForm; template: Template }) {
  const [open, setOpen] = useState(false)
  const may = useMay('products:write')
  if (!may) return null
  return (
    <>
      <ActionIcon
        size={24}
        aria-label="Suggest a price"
        title="Suggest a price from recent sales on eBay"
        onClick={() => void Dialog.ready().then((ready) => ready && setOpen(true))}
      >
        <Icon name="chart" size="s" />
      </ActionIcon>
      {open && <Dialog form={form} template={template} onClose={() => setOpen(false)} />}
    </>
  )
}
