import { faultsSuite } from './support/faults-suite.ts'
import { startMany } from './support/many.ts'
import { preparedFolder } from './support/running.ts'

// Two api and two worker processes on one PostgreSQL.
faultsSuite(async () => startMany(await preparedFolder()))
