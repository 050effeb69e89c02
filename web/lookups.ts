import { builtDescription } from '#contract/channels/all.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { csvPaths } from '#contract/channels/csv.ts'
import type { createSpreadsheet, lookups, updateConfig } from '#contract/integrations/lookups.ts'

type Lookups = typeof lookups

/** A lookup by the name that the channel's description has for it; without its schemas, which only the server needs. */
export function anyLookup(channel: string, name: string): AnyEndpoint {
  const path = builtDescription(channel)?.lookups[name]?.path ?? ''
  return { method: 'GET', path, changes: [] } as unknown as AnyEndpoint
}

export const lookupOf = <C extends keyof Lookups, N extends keyof Lookups[C] & string>(channel: C, name: N) =>
  anyLookup(channel, name) as unknown as Lookups[C][N]

/** The call that makes a template from a channel's categories. */
export const templateCall = (channel: string): AnyEndpoint =>
  ({
    method: 'POST',
    path: builtDescription(channel)?.templatePath ?? '',
    changes: ['templates', 'listings'],
  }) as unknown as AnyEndpoint

/** The call that saves an integration's choices where its channel has one of its own (CHN-101). */
export function defaultsCall(channel: string): AnyEndpoint | undefined {
  const path = builtDescription(channel)?.defaultsPath
  return path === undefined
    ? undefined
    : ({ method: 'POST', path, changes: ['integrations'] } as unknown as AnyEndpoint)
}

/** The calls that make a spreadsheet, and that keep which row of each sheet names its columns (CHN-119, CHN-121). */
const changes = ['integrations', 'listings']
export const createSpreadsheetCall = {
  method: 'POST',
  path: csvPaths.create,
  changes,
} as unknown as typeof createSpreadsheet
export const updateConfigCall = { method: 'POST', path: csvPaths.update, changes } as unknown as typeof updateConfig
