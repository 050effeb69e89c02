import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where the channels' published API descriptions are: beside the project, or where `CHANNEL_SPECS` says, from the project's folder on. */
export function specsFolder(named = process.env['CHANNEL_SPECS']): string {
  const folder = resolve(import.meta.dirname, '../../..', named || '../shared/channels')
  // Without them tests are skipped and a certified account is not compared: nobody who names a folder means that.
  if (named && !existsSync(folder)) throw new Error(`CHANNEL_SPECS names ${folder}, and there is no such folder.`)
  return folder
}

export const channelSpecs = specsFolder()

export const hasPublished = (file: string): boolean => existsSync(join(channelSpecs, file))
export const readPublished = (file: string): string => readFileSync(join(channelSpecs, file), 'utf8')

/** Behind the title of a test that needs descriptions. */
export const skipNote = (isHere: boolean): string =>
  isHere ? '' : ` (skipped: the published descriptions are not in ${channelSpecs}; CHANNEL_SPECS names another folder)`
