import pg from 'pg'

/** `invalid_catalog_name`: there is no such database. */
const NO_DATABASE = '3D000'
/** `cannot_connect_now`: starting up or shutting down. */
const NOT_YET = '57P03'

/** Whether the server takes connections. Makes our database in it when there is none yet. */
export async function answers(connection: pg.PoolConfig): Promise<boolean> {
  try {
    await query(connection, 'select 1')
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === NOT_YET) return false
    if (code !== NO_DATABASE) throw error
    await query({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
    return true
  }
}

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
