import type { ColumnType, Generated } from 'kysely'

export type At = ColumnType<Date, Date | string | undefined, Date | string>
export type MaybeAt = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A jsonb column: read as its shape, written as JSON text. */
export type Json<T extends object | null> = ColumnType<T, string | undefined, string>
export type MaybeJson<T extends object> = ColumnType<T | null, string | null | undefined, string | null>

export interface Owned {
  organizationId: number
  id: Generated<number>
}
