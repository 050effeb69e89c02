import { buildWeb } from './web.ts'

await buildWeb()
await import('../bench/main.ts')
