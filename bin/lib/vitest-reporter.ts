import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node'
import { type FileReport, type Report, fileReport } from './vitest-count.ts'

/** Writes how a run went into the file that `MOTTO_TEST_REPORT` names, for `vitest.ts` to count. */
export default class CountReporter implements Reporter {
  private specifications: readonly TestSpecification[] = []

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.specifications = specifications
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: Omit<Report, 'whole'> = { files: this.specifications.map(reportOf), unhandled: unhandled.length }
    writeFileSync(process.env.MOTTO_TEST_REPORT ?? '', JSON.stringify(report))
  }
}

/** A file whose process ended before it could report has no module, or one that is still pending. */
function reportOf({ testModule, moduleId, project }: TestSpecification): FileReport {
  const name = { file: testModule?.relativeModuleId ?? moduleId, project: project.name }
  if (!testModule) return fileReport(name, 'pending', [], 0)
  const states = [...testModule.children.allTests()].map((test) => test.result().state)
  const { collectDuration, setupDuration, duration } = testModule.diagnostic()
  return fileReport(name, testModule.state(), states, collectDuration + setupDuration + duration)
}
