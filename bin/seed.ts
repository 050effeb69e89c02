import { parseArgs } from 'node:util'
import { StartError } from '../server/start-error.ts'
import { seedFixture } from '../seed/fixture-account.ts'
import { fixtureSizes } from '../seed/fixture.ts'

const sizes = Object.keys(fixtureSizes) as (keyof typeof fixtureSizes)[]
const usage = `Say how much: npm run seed -- --size ${sizes.join('|')} [--data DIR]`

try {
  const { values } = parseArgs({ options: { size: { type: 'string' }, data: { type: 'string' } } })
  const size = sizes.find((name) => name === values.size?.toUpperCase())
  if (!size) throw new StartError(usage)
  await seedFixture({
    size,
    ...(values.data === undefined ? {} : { dataDir: values.data }),
    log: (line) => console.error(line),
  })
} catch (error) {
  const expected = error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(expected ? (error as Error).message : error)
  process.exitCode = 1
}
