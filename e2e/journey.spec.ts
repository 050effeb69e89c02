import { journeySuite } from './support/journey-suite.ts'
import { startMotto } from './support/motto.ts'

journeySuite(() => startMotto())
