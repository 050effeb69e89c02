import { buildWeb } from './lib/web.ts'

await buildWeb()
const { launch } = await import('../server/launch.ts')
await launch()
