import { useMay } from '#web/may.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { SlipsDialog } from '../slips/slips-dialog.tsx'

/** What opens over the list of orders. */
export function OrdersDialogs({
  dialog,
  ...about
}: { dialog: 'import' | 'slips' } & Parameters<typeof SlipsDialog>[0]) {
  const mayImport = useMay('integrations:write')
  const mayWrite = useMay('orders:write')
  if (dialog === 'slips') return mayWrite && <SlipsDialog {...about} />
  return mayImport && <ImportDialog onClose={about.onClose} />
}
