import { journeySuite } from './support/journey-suite.ts'
import { startMany } from './support/many.ts'

// Two api and two worker processes on one PostgreSQL, which is empty: two of them want to migrate it at once.
journeySuite(() => startMany())
