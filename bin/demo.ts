import { buildWeb } from './web.ts'

await buildWeb()
const { launch } = await import('../server/launch.ts')
await launch({ demo: true })
