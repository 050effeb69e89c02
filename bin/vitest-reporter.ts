import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import type { FileReport, Report } from './vitest-count.ts'

/** Writes how a run went into the file that `MOTTO_TEST_REPORT` names, for `vitest.ts` to count. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: Omit<Report, 'whole'> = { files: modules.map(reportOf), unhandled: unhandled.length }
    writeFileSync(process.env.MOTTO_TEST_REPORT ?? '', JSON.stringify(report))
  }
}

function reportOf(module: TestModule): FileReport {
  const tests = [...module.children.allTests()].map((test) => test.result())
  const failed = tests.filter(({ state }) => state === 'failed')
  const around = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  const [error] = [...failed.flatMap(({ errors }) => errors ?? []), ...around]
  return {
    file: module.relativeModuleId,
    project: module.project.name,
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: failed.length || (module.ok() ? 0 : 1),
    ms: collectDuration + setupDuration + duration,
    message: stripVTControlCharacters(error?.message ?? ''),
  }
}
