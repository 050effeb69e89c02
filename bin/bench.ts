import { buildWeb } from './lib/web.ts'

await buildWeb()
await import('../bench/main.ts')
