import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/run-tool.ts'
import { noticesPage } from './lib/third-party.ts'

writeFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), noticesPage())
