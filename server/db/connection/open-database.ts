import type pg from 'pg'

/** A database to work with. Nothing above this knows which of the two it is. */
export interface OpenDatabase {
  connection: pg.PoolConfig
  stop(): Promise<void>
}
