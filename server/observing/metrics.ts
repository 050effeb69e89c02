import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/**
 * What this process counts. Each label has few values: names of endpoints, jobs and channels, kinds of outcome. Nothing that callers, sellers
 * or channels choose is a label.
 */
export const registry = new Registry()
collectDefaultMetrics({ register: registry })
const registers = [registry]

export const requestSeconds = new Histogram({
  name: 'motto_http_seconds',
  help: 'Time to answer, by route',
  labelNames: ['method', 'route'] as const,
  registers,
  buckets: [0.02, 0.1, 0.5, 2],
})
/** Apart from the times: with a bucket of time for each status there would be ten times as many lines. */
export const answers = new Counter({
  name: 'motto_http_answers_total',
  help: 'Answers, by route and kind of status',
  labelNames: ['method', 'route', 'status'] as const,
  registers,
})
export const statementSeconds = new Histogram({
  name: 'motto_statement_seconds',
  help: 'Time of SQL statements',
  registers,
  buckets: [0.001, 0.005, 0.02, 0.1, 0.3, 1, 5],
})
export const slowStatements = new Counter({
  name: 'motto_slow_statements_total',
  help: 'SQL statements that took longer than 0.3 seconds, by the endpoint or job that sent them',
  labelNames: ['work'] as const,
  registers,
})
export const poolWaitSeconds = new Histogram({
  name: 'motto_pool_wait_seconds',
  help: 'Time until a connection to the database was free',
  labelNames: ['pool'] as const,
  registers,
  buckets: [0.001, 0.01, 0.1, 1, 10],
})
export const channelCalls = new Counter({
  name: 'motto_channel_calls_total',
  help: 'Requests sent to channels, by outcome: a kind of status, 429, or none without an answer',
  labelNames: ['channel', 'outcome'] as const,
  registers,
})
export const channelCallSeconds = new Histogram({
  name: 'motto_channel_call_seconds',
  help: 'Time that channels took to answer',
  labelNames: ['channel'] as const,
  registers,
  buckets: [0.1, 0.3, 1, 3, 10],
})
export const saleSeconds = new Histogram({
  name: 'motto_sale_to_channel_seconds',
  help: 'Time from the sale in Motto until a channel confirmed the new quantity',
  labelNames: ['channel'] as const,
  registers,
  buckets: [0.5, 1, 2, 5, 15, 60, 300, 1800],
})
export const jobRuns = new Counter({
  name: 'motto_job_runs_total',
  help: 'Jobs that ran, by outcome; one that failed is tried again',
  labelNames: ['job', 'outcome'] as const,
  registers,
})
export const jobSeconds = new Histogram({
  name: 'motto_job_seconds',
  help: 'Time of jobs',
  labelNames: ['job'] as const,
  registers,
  buckets: [0.1, 1, 10, 60, 600],
})
export const imports = new Counter({
  name: 'motto_imports_total',
  help: 'Imports that ended, by outcome',
  labelNames: ['outcome'] as const,
  registers,
})
export const importRows = new Counter({
  name: 'motto_import_rows_total',
  help: 'Rows that imports applied, by outcome',
  labelNames: ['outcome'] as const,
  registers,
})
export const mails = new Counter({
  name: 'motto_mails_total',
  help: 'Emails that were given to the mail server, by outcome',
  labelNames: ['outcome'] as const,
  registers,
})

const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
  new Gauge<L>({ name, help, labelNames, registers })

/** Read with each look at the numbers. */
export const gauges = {
  pending: gauge('motto_listings_pending', 'Listings whose channel still has to be told something, up to 10,000'),
  oldestPending: gauge(
    'motto_listings_pending_oldest_seconds',
    'Age of the oldest quantity that a channel must be told',
  ),
  callsUsed: gauge(
    'motto_channel_calls_used',
    'Calls used of those that a channel allows the installation in a day',
    'channel',
    'lane',
  ),
  callsAllowed: gauge(
    'motto_channel_calls_allowed',
    'Calls that a channel allows the installation in a day',
    'channel',
    'lane',
  ),
  jobsQueued: gauge('motto_jobs_queued', 'Jobs that are due and wait for a worker', 'job'),
  jobsActive: gauge('motto_jobs_active', 'Jobs that run now', 'job'),
  jobsFailed: gauge(
    'motto_jobs_failed',
    'Jobs that were given up after their last try, as long as they are kept',
    'job',
  ),
  oldestJob: gauge('motto_jobs_oldest_seconds', 'For how long the oldest due job has waited', 'job'),
  poolSize: gauge('motto_pool_connections', 'Connections to the database that are open', 'pool', 'state'),
  poolMost: gauge('motto_pool_connections_max', 'Connections to the database that this process may open', 'pool'),
  poolWaiting: gauge('motto_pool_waiting', 'Requests and jobs that wait for a connection', 'pool'),
}

/** The kind of an answer: few values, whatever is answered. */
export const outcomeOf = (status: number | undefined): string =>
  status === undefined ? 'none' : status === 429 ? '429' : `${Math.floor(status / 100)}xx`
