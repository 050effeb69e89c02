import { changedSince, defaultBase } from './lib/changed-files.ts'
import { chooseTests } from './lib/choose-tests.ts'
import { choiceReport } from './lib/choice-report.ts'
import { testChromiumPath } from './lib/chromium.ts'
import { root } from './lib/run-tool.ts'
import { readTimes } from './lib/test-times.ts'
import { readTree } from './lib/sources.ts'
import { runVitest } from './lib/vitest.ts'
import { buildWeb } from './lib/web.ts'

/** A usual change is tested in this time; whoever has more says so: `MOTTO_TEST_SECONDS=600 npm run test:changed`. */
const budgetMs = Number(process.env.MOTTO_TEST_SECONDS ?? 120) * 1000

const [base = defaultBase()] = process.argv.slice(2)
const changed = changedSince(base)
const choice = chooseTests({ changed, sources: readTree(root), times: readTimes(), budgetMs })
for (const line of choiceReport({ base, changed, choice, budgetMs })) console.log(line)
const hasJourneys = choice.run.some(({ kind }) => kind === 'journey')
if (hasJourneys) await buildWeb()
const files = choice.run.map(({ file }) => file)
const browser = hasJourneys ? { CHROMIUM_PATH: await testChromiumPath() } : {}
const { passed, failed } = files.length > 0 ? await runVitest(files, browser) : { passed: 0, failed: 0 }
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
