import type { Generated } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { ImportFormat, ImportMapping, ImportOutcome } from '#contract/imports.ts'
import type { Difference } from '#domain/imports/planning/diff.ts'
import type { ReadColumn } from '#domain/imports/reading/columns.ts'
import { type At, type MaybeAt, type Json, type MaybeJson, type Owned } from './columns.ts'

export interface ImportsTable extends Owned {
  kind: 'products' | 'templates'
  fileName: string
  bytes: Generated<number>
  state: Generated<'reading' | 'mapping' | 'planning' | 'ready' | 'applying' | 'done' | 'cancelled' | 'failed'>
  error: Generated<string>
  format: Generated<ImportFormat>
  encoding: Generated<string>
  separator: Generated<string>
  headerRow: Generated<number>
  asked: Json<AskedReading>
  shape: Generated<string>
  rows: Generated<number>
  columns: Json<ReadColumn[]>
  mapping: Json<Partial<ImportMapping>>
  oneGo: Generated<boolean>
  run: Generated<number>
  done: Generated<number>
  outcomes: Json<Partial<Record<ImportOutcome, number>>>
  applied: Json<Partial<Record<ImportOutcome, number>>>
  changeSetId: number | null
  /** The account whose listings it makes products of; null for a file. */
  integrationId: number | null
  channel: ChannelId | null
  userId: number | null
  createdAt: At
  touchedAt: At
  finishedAt: MaybeAt
}
/** What somebody wants read otherwise than it was found. */
export interface AskedReading {
  /** Of a channel's listings: they are scanned first. By SKUs or the channel's ids, unless they are marked already. */
  scan?: { skus: readonly string[]; ids: readonly string[] }
  encoding?: string
  separator?: string
  headerRow?: number
  format?: ImportFormat
  limit?: number
}
export interface ImportChunksTable {
  organizationId: number
  importId: number
  position: number
  content: Buffer
}
export interface ImportRowsTable {
  organizationId: number
  importId: number
  line: number
  cells: string[]
  /** Of all its cells, with one for each; null of what a release before 0159 read. */
  characters: number | null
}
export interface ImportUnitsTable {
  organizationId: number
  importId: number
  line: number
  /** At most `MOST_LINES` and one more. */
  lines: number[]
  characters: number | null
  outcome: ImportOutcome | null
  productId: number | null
  changes: MaybeJson<Difference[]>
  errors: MaybeJson<Record<string, string>>
  applied: Generated<boolean>
}
export interface ImportMappingsTable {
  organizationId: number
  kind: string
  shape: string
  mapping: Json<ImportMapping>
  usedAt: At
}
