import { buildWeb } from './lib/web.ts'

await buildWeb()
const { launch } = await import('../server/launch.ts')
const { seedDemo } = await import('../seed/demo.ts')

await launch({
  dataDir: './data-demo', // the demo never touches the real shop's folder
  prepare: async (launched) => {
    const { email, password } = await seedDemo({ ...launched, log: (line) => console.log(line) })
    return [`Sign in with ${email} and the password ${password}`]
  },
})
