import { startMotto } from './support/motto.ts'
import { faultsSuite } from './support/faults-suite.ts'

faultsSuite(() => startMotto())
