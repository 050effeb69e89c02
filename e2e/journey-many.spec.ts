import { journeySuite } from './support/journey-suite.ts'
import { startMany } from './support/many.ts'

// Two api and two worker processes on one PostgreSQL.
journeySuite(startMany)
