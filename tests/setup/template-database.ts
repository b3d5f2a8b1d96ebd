import fs from 'node:fs'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { TestProject } from 'vitest/node'

import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import { makeThrowAwayDir } from '#server/db/embedded/throw-away-dir.ts'
import { migrate } from '#server/db/migrate.ts'
import { createQueues } from '#server/jobs/runner.ts'

import { FAST_SETTINGS, startOwnerServer, startPgbouncer } from './owner-server.ts'

export type TestServer = { host: string; port: number; user: string }

/** PostgreSQL version that `npm run test:postgres` tests with a login that owns only its databases; '' for the normal tests. */
export const ownerVersion = process.env['TEST_POSTGRES'] ?? ''

declare module 'vitest' {
	interface ProvidedContext {
		/** Server that tests connect to: PostgreSQL, or pgbouncer in front of it. */
		databaseServer: TestServer
		/** PostgreSQL itself, for notifications and session locks. */
		directServer: TestServer
		/** Superuser that copies and drops databases. */
		adminServer: TestServer
		/** Directory for temporary files; removed after the run. */
		scratchDir: string
	}
}

export const TEMPLATE = 'launchway_template'

async function createTemplate(admin: TestServer, owner: TestServer) {
	const client = new pg.Client({ ...admin, database: 'postgres' })
	await client.connect()
	await client.query(`create database ${TEMPLATE} owner ${owner.user}`)
	const connection = { ...owner, database: TEMPLATE }
	await migrate(connection)
	const boss = new PgBoss({ ...connection, max: 1, supervise: false, schedule: false })
	await boss.start()
	await createQueues(boss)
	await boss.stop()
	// PostgreSQL refuses to copy a database with open connections.
	await client.query(`alter database ${TEMPLATE} allow_connections false`)
	await client.end()
}

type Started = { admin: TestServer; direct: TestServer; tested: TestServer; stop: () => Promise<void> }

async function startUsual(dir: string): Promise<Started> {
	const server = await ensureEmbedded({ dir, lifeline: true, settings: FAST_SETTINGS })
	const address = { host: server.host, port: server.port, user: server.user }
	return { admin: address, direct: address, tested: address, stop: () => server.stop() }
}

async function startAsOwner(dir: string): Promise<Started> {
	const { address, stop } = await startOwnerServer(ownerVersion, dir)
	const direct = { ...address, user: 'academy' }
	const admin = { ...address, user: 'postgres' }
	if (!process.env['TEST_POOLED']) return { admin, direct, tested: direct, stop }
	const pool = await startPgbouncer(address, dir)
	const stopBoth = async () => {
		await pool.stop()
		await stop()
	}
	return { admin, direct, tested: { ...pool.address, user: 'academy' }, stop: stopBoth }
}

/** Vitest globalSetup: one PostgreSQL server per run, with a migrated database that every test copies. */
export default async function setup(project: TestProject) {
	const dir = makeThrowAwayDir('launchway-test-')
	const { admin, direct, tested, stop } = ownerVersion ? await startAsOwner(dir) : await startUsual(dir)
	await createTemplate(admin, direct)
	project.provide('adminServer', admin)
	project.provide('directServer', direct)
	project.provide('databaseServer', tested)
	project.provide('scratchDir', dir)
	return async () => {
		await stop()
		// After an immediate shutdown, PostgreSQL may still write files for a moment.
		fs.rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
	}
}
