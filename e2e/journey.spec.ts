import { journeySuite } from './support/journey-suite.ts'
import { startMotto } from './support/motto.ts'

// From the very first start on, as after an installation: nothing is prepared.
journeySuite(() => startMotto())
