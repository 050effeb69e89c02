import pg from 'pg'

/** `invalid_catalog_name`: there is no such database. */
const NO_DATABASE = '3D000'
/** `too_many_connections`: it serves so many that there is no room for us. */
const FULL = '53300'
/** Of `cannot_connect_now`, and of the two that a server answers which is going down. */
const NOT_YET = ['57P01', '57P02', '57P03']
/** There is no socket, or whoever listened at it is gone. */
const NOBODY = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']

/** Whether the server takes connections. Makes our database in it when there is none yet. */
export async function answers(connection: pg.PoolConfig): Promise<boolean> {
  try {
    await query(connection, 'select 1')
    return true
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === FULL) return true
    if (code === undefined ? isBroken(message) : [...NOBODY, ...NOT_YET].includes(code)) return false
    if (code !== NO_DATABASE) throw error
    await query({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
    return true
  }
}

/** The driver's word, which has no code, for a connection that ends before it is answered. */
const isBroken = (message: string): boolean => message.startsWith('Connection terminated')

async function query(connection: pg.PoolConfig, text: string): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // it also rejects the call that waits
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end()
  }
}
