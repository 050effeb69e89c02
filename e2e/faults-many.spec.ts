import { faultsSuite } from './support/faults-suite.ts'
import { startMany } from './support/many.ts'

// Two api and two worker processes on one PostgreSQL.
faultsSuite(startMany)
