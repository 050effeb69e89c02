import { builtDescription } from '#contract/channels/all.ts'

/** Whether there is nothing to tell its channel: what is marked as shipped is marked here alone, and nobody else says that it is done. */
export const knowsNoParcels = ({ channel }: { channel: string }): boolean =>
  builtDescription(channel)?.lacks?.includes('parcels') ?? false
