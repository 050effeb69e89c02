import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { registry } from './metrics.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const rules = read('docs/running/alerts.yml')
  .split('- alert: ')
  .slice(1)
  .map((text) => ({
    name: text.split('\n')[0] ?? '',
    expression: /expr: '(.*)'/.exec(text)?.[1] ?? '',
    runbook: /runbook: (\S+)/.exec(text)?.[1] ?? '',
  }))
const dashboard = JSON.parse(read('docs/running/grafana.json')) as { panels: { targets: { expr: string }[] }[] }
const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

/** `up` is Prometheus's own. */
const namesIn = (expression: string) =>
  (expression.match(/\b(?:motto|nodejs|process)_\w+/g) ?? []).map((name) => name.replace(/_bucket$/, ''))
const labelsIn = (expression: string) => [
  ...[...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/, */)),
  ...[...expression.matchAll(/(\w+)!?=~?"/g)].map(([, label = '']) => label),
]

const metrics = await registry.getMetricsAsJSON()
const exported = new Set(metrics.map(({ name }) => name))
const labels = new Set(
  [
    ...read('server/observing/metrics.ts').matchAll(
      /labelNames: \[([^\]]*)\]|^ {4}('\w+'),?$|, ('\w+'(?:, '\w+')*)\),$/gm,
    ),
  ]
    .flatMap((match) => match.slice(1).filter(Boolean).join(',').match(/\w+/g) ?? [])
    // What Prometheus adds.
    .concat('le', 'job', 'instance'),
)

it('alerts and dashboard use only metrics and labels that Motto exports', () => {
  const used = [...rules.map(({ expression }) => expression), ...panels]
  expect(rules.length).toBeGreaterThan(10)
  expect(panels.length).toBeGreaterThan(15)
  expect(used.flatMap(namesIn).filter((name) => !exported.has(name))).toEqual([])
  expect(used.flatMap(labelsIn).filter((label) => !labels.has(label))).toEqual([])
})

it('a bucket is asked only of a histogram', () => {
  const buckets = [...rules.map(({ expression }) => expression), ...panels].flatMap(
    (expression) => expression.match(/\b\w+(?=_bucket\b)/g) ?? [],
  )
  const histograms = metrics.flatMap(({ name, type }) => (String(type) === 'histogram' ? name : []))
  expect(buckets.filter((name) => !histograms.includes(name))).toEqual([])
})

it('each alert names a section that says what to do', () => {
  const anchors = new Set(
    [...read('docs/running/alerts.md').matchAll(/^## (.+)$/gm)].map(
      ([, title = '']) =>
        `docs/running/alerts.md#${title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-')}`,
    ),
  )
  expect(rules.filter(({ runbook }) => !anchors.has(runbook))).toEqual([])
  const unused = [...anchors].filter((anchor) => !rules.some(({ runbook }) => runbook === anchor))
  expect(unused).toEqual([])
})

it('every metric of Motto is watched by the dashboard or an alert', () => {
  const watched = new Set([...rules.map(({ expression }) => expression), ...panels].flatMap(namesIn))
  expect([...exported].filter((name) => name.startsWith('motto_') && !watched.has(name))).toEqual([])
})
