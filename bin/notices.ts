import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-tool.ts'
import { noticesPage } from './third-party.ts'

writeFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), noticesPage())
