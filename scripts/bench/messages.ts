import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { content } from '#content/loaded.server.ts'
import { composeMail } from '#server/adapters/email/compose.ts'
import { createSmtpEmail } from '#server/adapters/email/smtp.ts'
import type { Config } from '#server/config/config.ts'
import { openCallerDatabase } from '#server/db/caller-database.ts'
import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPools } from '#server/db/pools.ts'
import { openJobRunner } from '#server/jobs/runner.ts'
import { createLogger } from '#server/kernel/logger.ts'
import { createDeps } from '#server/process/deps.ts'
import { readConfig } from '#server/process/environment.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { renderAuthMail } from '#server/services/identity/codes/auth-mail.ts'
import { enqueueMessage } from '#server/services/messaging/outbox/enqueue-message.ts'

import { openSink } from './messages/mail-sink.ts'
import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'

const RENDERED = 20_000
const COMPOSED = 1000
const SENT = 2000
const QUEUED = 2000
const SINGLE = 100

const mail = () =>
	renderAuthMail(content, 'auth.confirmation', { code: '042137', link: 'https://launchway.test/auth/callback?token_hash=x', minutes: 10 })
const message = () => ({
	id: randomUUID(),
	siteName: content.site.name,
	to: 'ana@example.test',
	stream: 'transactional' as const,
	headers: {},
	...mail(),
})

/** How often `work` is done per second when all of it is started at once. */
async function rate(count: number, work: () => unknown): Promise<number> {
	const started = performance.now()
	await Promise.all(Array.from({ length: count }, work))
	return (count * 1000) / (performance.now() - started)
}

function smtpConfig(port: number): Config {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
	return readConfig({
		GOTRUE_SMTP_HOST: '127.0.0.1',
		GOTRUE_SMTP_PORT: String(port),
		GOTRUE_SMTP_ADMIN_EMAIL: 'academy@launchway.test',
		SMTP_SECURITY: 'none',
		SMTP_DKIM_SELECTOR: 'bench',
		SMTP_DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
	})
}

async function measureSending(config: Config): Promise<Measurement[]> {
	const { smtp } = config.email
	if (!smtp) throw new Error('the bench has no mail server')
	const rendered = await rate(RENDERED, mail)
	await composeMail(message(), smtp)
	const composed = await rate(COMPOSED, () => composeMail(message(), smtp))
	const email = createSmtpEmail(smtp)
	await email.send(message())
	const sent = await rate(SENT, () => email.send(message()))
	email.close()
	return [
		{ name: 'mails rendered, HTML and text', value: rendered, unit: '/s' },
		{ name: 'mails composed and signed', value: composed, unit: '/s', note: 'RSA 2048' },
		{ name: 'mails sent over SMTP', value: sent, unit: '/s', note: '5 connections, signed, the sink in the same process' },
	]
}

async function enqueue(deps: Deps, count: number): Promise<void> {
	const ctx = systemContext(deps, 'bench')
	await inTransaction(deps.db, async (tx) => {
		for (let index = 0; index < count; index += 1)
			await enqueueMessage(ctx, tx, { channel: 'email', to: 'ana@example.test', template: 'auth.confirmation', ...mail() })
	})
}

const waitUntil = async (isDone: () => boolean) => {
	while (!isDone()) await sleep(1)
}

async function measureJobs(deps: Deps, taken: () => number): Promise<Measurement[]> {
	let goal = taken() + QUEUED
	const started = performance.now()
	await enqueue(deps, QUEUED)
	const written = performance.now()
	await waitUntil(() => taken() >= goal)
	const drained = performance.now()
	await sleep(2000)

	const latencies: number[] = []
	for (let index = 0; index < SINGLE; index += 1) {
		goal = taken() + 1
		const asked = performance.now()
		await enqueue(deps, 1)
		await waitUntil(() => taken() >= goal)
		latencies.push(performance.now() - asked)
	}
	const sorted = latencies.toSorted((a, b) => a - b)
	return [
		{ name: 'mails written with their jobs', value: (QUEUED * 1000) / (written - started), unit: '/s', note: 'one transaction' },
		{ name: 'mail jobs, from the commit to the mail server', value: (QUEUED * 1000) / (drained - written), unit: '/s' },
		{ name: 'one mail, fact to mail server, median', value: median(latencies), unit: 'ms', note: `idle, ${SINGLE} one after another` },
		{ name: 'the same, p95', value: sorted[Math.floor(SINGLE * 0.95)] ?? 0, unit: 'ms' },
	]
}

/** What mail costs: words, signature, the wire, and the path through the queue on a database as durable as the product's. */
export async function measureMessages(options: BenchOptions): Promise<Measurement[]> {
	chmodSync(options.workDir, 0o711) // root's database server runs as another account and must reach its files
	const dir = path.join(options.workDir, 'messages-data')
	mkdirSync(dir, { recursive: true })
	const sink = await openSink()
	const config = smtpConfig(sink.port)
	const sending = await measureSending(config)
	const log = createLogger('error', (line) => process.stderr.write(line))
	const server = await ensureEmbedded({ dir, lifeline: true })
	const connection = { host: server.host, port: server.port, user: server.user, database: server.database }
	try {
		await migrate(connection)
		const pools = openPools(connection, log)
		const callerDb = openCallerDatabase(connection, log)
		const runner = await openJobRunner(connection, log)
		try {
			const deps = createDeps(config, { db: pools.db, callerDb, jobs: runner.queue, log, now: () => new Date() })
			await runner.work(deps)
			return [...sending, ...(await measureJobs(deps, sink.taken))]
		} finally {
			await runner.stop()
			await callerDb.close()
			await pools.close()
		}
	} finally {
		await server.stop()
		await sink.close()
	}
}
