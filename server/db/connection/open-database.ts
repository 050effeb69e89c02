import type pg from 'pg'

/** How to reach the database. */
export interface DatabaseConnection extends pg.PoolConfig {
  /** Set where a pooler stands in between, such as PgBouncer, that may give each transaction another connection of the database. */
  pooler?: {
    /** Leads past it, or to one that keeps the connection: a listener needs the same one all the time. */
    listening: pg.PoolConfig
  }
}

/** A database to work with. Nothing above this knows which of the two it is. */
export interface OpenDatabase {
  connection: DatabaseConnection
  stop(): Promise<void>
}
