import { pack } from './lib/packing/pack.ts'
import { buildWeb } from './lib/web.ts'

/** For images and packages: so that the first start has nothing to build. With a folder, puts there what is needed to run. */
await buildWeb()
const target = process.argv[2]
try {
  if (target) pack(target)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
