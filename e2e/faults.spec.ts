import { faultsSuite } from './support/faults-suite.ts'
import { ownMotto } from './support/running.ts'

faultsSuite(() => ownMotto())
