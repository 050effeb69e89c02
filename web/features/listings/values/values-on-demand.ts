import { onDemand } from '#web/ui/layout/on-demand.tsx'

/** The dialog comes when it is opened, or once the page is quiet. */
export const ValuesDialog = onDemand(async () => (await import('./values-dialog.tsx')).ValuesDialog)
