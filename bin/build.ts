import { buildWeb } from './lib/web.ts'

/** For images and packages: so that the first start has nothing to build. */
await buildWeb()
