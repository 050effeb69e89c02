import { afterAll } from 'vitest'
import { dropDatabases } from './database.ts'

// Hooks that come first end last: by then the file has closed its app.
afterAll(dropDatabases)
