import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'

import { inTransaction } from '#server/db/database.ts'
import { currentWork } from '#server/kernel/work.ts'
import { createHangReader } from '#server/services/operations/due-alerts/find-machine-troubles.ts'
import { createBackupStatus } from '#server/services/platform/backups/record-backup.ts'
import { createWorkWatch } from '#server/services/platform/work/work-watch.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { findFreePort } from '#tests/setup/server-process.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { createApp } from './app.ts'
import { startObserving, watchEventLoop } from './observe.ts'
import { createReadiness } from './readiness.ts'
import { recordMinutes, msUntilMidInterval } from './record-minutes.ts'

const TOKEN = 'a-token-of-the-metrics'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const PERSONAL = 'ada.secret@example.com'
const HANG = { noticedAt: new Date(), server: '10.0.0.1' }

async function observed(env: Record<string, string>) {
	const made = await makeTestDeps({ env: { TRUSTED_PROXY_HOPS: '1', ...env } })
	const idle = { idle: 1, busy: 2, waiting: 3, waits: 4, waitedMs: 5000 }
	const steps = await startObserving(made.deps, { app: () => idle }, { countHangs: () => 2, lastHang: () => HANG })
	const stop = async () => {
		for (const step of steps.splice(0).toReversed()) await step.stop()
	}
	onTestFinished(stop)
	return { ...made, app: createApp(made.deps), stop }
}

/** Sends requests with personal data in every place where a client can put it. */
const askOften = async (app: ReturnType<typeof createApp>) => {
	for (const id of ['one', PERSONAL, '%E2%98%83'])
		await app.request(`/api/orders/by-session/${id}?email=${PERSONAL}&token=secret`, {
			headers: { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-forwarded-for': '203.0.113.77', cookie: `mail=${PERSONAL}` },
		})
	await app.request('/livez', { headers: { 'x-forwarded-for': '2001:db8:aaaa:bbbb:cccc::1' } })
	await app.request(`/nothing/${PERSONAL}`, { method: 'POST' })
}

test('metrics require the token, use route patterns, and include database figures', async () => {
	const port = await findFreePort()
	const { app, deps } = await observed({ METRICS_ADDR: `127.0.0.1:${port}`, METRICS_TOKEN: TOKEN })
	const ask = (path: string, authorization?: string) =>
		fetch(`http://127.0.0.1:${port}${path}`, { headers: authorization === undefined ? {} : { authorization } })
	expect((await ask('/metrics')).status).toBe(401)
	expect((await ask('/metrics', `Bearer ${TOKEN}x`)).status).toBe(401)
	expect((await ask('/', `Bearer ${TOKEN}`)).status).toBe(404)

	await askOften(app)
	await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, { name: 'announce-articles', payload: {} }))
	await sql`insert into backups (taken_at, folder, megabytes) values (${new Date(deps.now().getTime() - 3_600_000)}, 'x', 1)`.execute(
		deps.db,
	)
	deps.state.of(createBackupStatus).current = {
		since: deps.now(),
		place: 'bucket',
		host: 'backups.example',
		isEncrypted: true,
		copiedUntil: new Date(deps.now().getTime() - 4000),
		logProblem: null,
		backupProblem: 'The backup storage is full.',
		bytes: null,
	}
	const answer = await ask('/metrics', `Bearer ${TOKEN}`)
	const text = await answer.text()
	expect(answer.headers.get('content-type')).toContain('version=0.0.4')
	for (const line of [
		'launchway_http_requests_total{method="GET",route="/api/orders/by-session/:sessionId",status="200"} 3',
		'launchway_http_requests_total{method="GET",route="/livez",status="200"} 1',
		'launchway_http_request_seconds_count{route="/livez"} 1',
		'launchway_pool_connections{pool="app",state="waiting"} 3',
		'launchway_pool_wait_seconds_total{pool="app"} 5',
		'launchway_database_hangs_total 2',
		'launchway_queue_jobs{job="announce-articles",state="created"} 1',
		'launchway_backup_age_seconds 3600',
		'launchway_wal_copy_age_seconds 4',
		'launchway_backup_failed 1',
		'launchway_events{event="certificates"} 0',
	])
		expect(text).toContain(line)
	expect(deps.state.of(createHangReader).last()).toEqual(HANG)
	for (const name of ['nodejs_eventloop_lag_p99_seconds', 'launchway_disk_free_bytes', 'launchway_database_bytes'])
		expect(text).toMatch(new RegExp(`^${name} [1-9\\d.e+-]+$`, 'm'))
	expect(text).toContain('# TYPE launchway_pool_waits_total counter')
	expect(text).not.toMatch(/ada\.|secret|nothing/)
	// The dashboard and the alert rules use only existing metrics.
	const source = await readFile('server/services/operations/server-figures/read-figures.ts', 'utf8')
	for (const file of ['ops/grafana/launchway.json', 'ops/prometheus/alerts.yml']) {
		const named = (await readFile(file, 'utf8')).match(/\b(?:launchway|nodejs|process)_\w+/g) ?? []
		expect(named.length).toBeGreaterThan(10)
		expect(named.filter((name) => !text.includes(`${name.replace(/_bucket$/, '')} `) && !source.includes(`'${name}'`))).toEqual([])
	}
})

test('the access log has one line per request with trace and route, and nothing personal', async () => {
	const written: string[] = []
	vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
	const { app, stop } = await observed({ ACCESS_LOG: '1' })
	await askOften(app)
	await stop()
	vi.restoreAllMocks()
	const lines = written.join('').trim().split('\n')
	const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
	expect(entries.map(({ method, route, status, network }) => [method, route, status, network])).toEqual([
		...[1, 2, 3].map(() => ['GET', '/api/orders/by-session/:sessionId', 200, '203.0.113.0/24']),
		['GET', '/livez', 200, '2001:db8:aaaa::/48'],
		['POST', '/*', 404, '127.0.0.0/24'],
	])
	expect(entries[0]).toMatchObject({ traceId: TRACE, requestId: expect.stringMatching(/^[\da-f-]{36}$/) })
	expect(entries[3]?.['traceId']).toBe(String(entries[3]?.['requestId']).replaceAll('-', ''))
	expect(written.join('')).not.toMatch(/ada\.|secret|203\.0\.113\.77|cccc:/)
})

test('the request ID is in its log entries, statements and jobs', async () => {
	const { deps, logLines } = await makeTestDeps()
	const work = { requestId: '7d9f5d0e-0000-4000-8000-000000000001', traceId: TRACE, parentSpanId: null, name: () => 'test', startedAt: 0 }
	const names: string[] = []
	const readName = sql<{ name: string }>`select current_setting('application_name') as name`
	await currentWork.run(work, () =>
		inTransaction(deps.db, async (tx) => {
			names.push((await readName.execute(tx)).rows[0]?.name ?? '')
			await deps.jobs.enqueue(tx, { name: 'send-refund', payload: { requestId: 'no-uuid' } })
			deps.log.info('noted')
		}),
	)
	names.push((await readName.execute(deps.db)).rows[0]?.name ?? '')
	const ask = { text: "select current_setting('application_name') as name", values: [], isReadOnly: true }
	const [ofRest] = await currentWork.run(work, () => deps.callerDb.run({ role: 'anon', claims: '{}', session: null }, ask))
	expect([...names, ofRest?.['name']]).toEqual([`launchway ${work.requestId}`, 'launchway', `launchway rest ${work.requestId}`])
	expect(logLines.at(-1)).toContain(`"requestId":"${work.requestId}"`)
	await runDueJobs(deps)
	expect(logLines.find((line) => line.includes('job failed'))).toContain(`"requestId":"${work.requestId}"`)
})

test('an event loop delay of a second logs the work in progress', async () => {
	const { deps, logLines } = await makeTestDeps()
	const watch = deps.state.of(createWorkWatch)
	onTestFinished(watchEventLoop(watch, deps.log))
	const app = createApp(deps, () => {
		const until = performance.now() + 1400
		while (performance.now() < until);
		return new Response('slow')
	})
	await app.request(`/any/${PERSONAL}`)
	await expect
		.poll(() => logLines.find((line) => line.includes('event loop was late')) ?? '')
		.toMatch(/"name":"GET \/\*","requestId":"[\da-f-]{36}"/)
	expect(logLines.join('')).not.toContain(PERSONAL)
})

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: { key: string; value: object }[] }

/** Starts a collector that receives OTLP over HTTP as JSON. */
async function openCollector() {
	const spans: Span[] = []
	const read = async (request: IncomingMessage) => {
		let body = ''
		for await (const part of request) body += String(part)
		const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
		spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
	}
	const server = createServer((request, response) => {
		if (request.url !== '/v1/traces') return void response.writeHead(404).end()
		void read(request).then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
	})
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void server.close())
	return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('request, statements and job form one trace, continued from the caller', async () => {
	const { spans, url } = await openCollector()
	const { app, deps, stop } = await observed({ OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/` })
	await app.request(`/api/leads/newsletter?x=${PERSONAL}`, {
		method: 'POST',
		headers: { traceparent: `00-${TRACE}-${CALLER}-01`, 'content-type': 'application/json' },
		body: JSON.stringify({ email: PERSONAL, firstName: 'Ada', website: '' }),
	})
	await runDueJobs(deps)
	await stop()
	const named = (name: string) => spans.filter((span) => span.name === name)
	const [request] = named('POST /api/leads/newsletter')
	const [job] = named('deliver-message')
	expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER })
	expect(job).toMatchObject({ traceId: TRACE, parentSpanId: request?.spanId })
	expect(named('insert').map(({ parentSpanId }) => parentSpanId)).toContain(request?.spanId)
	expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 202 } })
	expect(JSON.stringify(spans)).not.toMatch(/ada\.secret/i)
})

test('the server isn’t ready while stopping, without the database, or without the home page', async () => {
	const { deps } = await makeTestDeps()
	let status = 200
	let served = 0
	let isAway = false
	const checkDatabase = async () => {
		if (isAway) throw new Error('the database has stopped answering')
	}
	const readiness = createReadiness(deps.config, checkDatabase, () => {
		served += 1
		return new Response('', { status })
	})
	const app = createApp(deps, readiness.serve, readiness.check)
	const ask = async (path = '/readyz') => (await app.request(path)).status
	await readiness.checkGently()
	expect(served).toBe(0)
	expect(await ask()).toBe(200)
	status = 500
	await expect(readiness.checkGently()).rejects.toThrow('home page')
	expect(await ask()).toBe(503)
	status = 200
	isAway = true
	expect(await ask()).toBe(503)
	isAway = false
	expect(await ask()).toBe(200)
	await readiness.drain()
	expect([await ask(), await ask('/livez')]).toEqual([503, 200])
})

test.each([0, 20, 400, 29_000])('no minute is skipped when a check takes %i ms', (checkMs) => {
	const start = Date.UTC(2026, 10, 27, 5, 0, 5)
	const recorded = new Set<number>()
	for (let at = start; recorded.size < 3000; at += checkMs) {
		at += msUntilMidInterval(at, 60_000)
		recorded.add(Math.floor(at / 60_000))
	}
	const minutes = [...recorded]
	expect(minutes.at(-1)).toBe((minutes[0] ?? 0) + 2999)
})

test('the heartbeat is sent while the server is ready, and minutes are recorded', async () => {
	let beats = 0
	const monitor = createServer((_request, response) => {
		beats += 1
		response.end()
	})
	await new Promise<void>((resolve) => void monitor.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void monitor.close())
	const { deps } = await makeTestDeps({ env: { HEARTBEAT_URL: `http://127.0.0.1:${(monitor.address() as AddressInfo).port}/ping` } })
	let isReady = false
	let checks = 0
	const stop = recordMinutes(
		deps,
		async () => {
			checks += 1
			if (!isReady) throw new Error('not yet')
		},
		5,
	)
	await expect.poll(() => checks).toBeGreaterThan(2)
	expect(beats).toBe(0)
	isReady = true
	await expect.poll(() => beats).toBeGreaterThan(0)
	await stop()
	const { rows } = await sql<{
		bits: number
	}>`select bit_count(amount::bit(32))::int as bits from daily_metrics where part = 'server'`.execute(deps.db)
	expect(rows.length).toBeGreaterThan(0)
})
