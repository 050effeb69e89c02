import type { ChannelId } from '#contract/channels/names.ts'

const begun: Partial<Record<ChannelId, string>> = { ebay: 'Bulk import process started.' }
/** What is said when products begin to be made of a channel's listings (IMP-158, IMP-159). */
export const begunWords = (channel: ChannelId): string => begun[channel] ?? 'Import process started.'
