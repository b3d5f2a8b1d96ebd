import fs from 'node:fs'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { TestProject } from 'vitest/node'

import { ensureEmbedded } from '#server/db/embedded/ensure-embedded.ts'
import { makeThrowAwayDir } from '#server/db/embedded/throw-away-dir.ts'
import { migrate } from '#server/db/migrate.ts'
import { createQueues } from '#server/jobs/runner.ts'

export type TestServer = { host: string; port: number; user: string }

declare module 'vitest' {
	interface ProvidedContext {
		databaseServer: TestServer
		/** Directory for tests; removed after the run. */
		scratchDir: string
	}
}

export const TEMPLATE = 'launchway_template'

async function createTemplate(server: TestServer) {
	const admin = new pg.Client({ ...server, database: 'postgres' })
	await admin.connect()
	await admin.query(`create database ${TEMPLATE}`)
	const connection = { ...server, database: TEMPLATE }
	await migrate(connection)
	const boss = new PgBoss({ ...connection, max: 1, supervise: false, schedule: false })
	await boss.start()
	await createQueues(boss)
	await boss.stop()
	// PostgreSQL refuses to copy a database that anyone is connected to.
	await admin.query(`alter database ${TEMPLATE} allow_connections false`)
	await admin.end()
}

/** Vitest globalSetup: one PostgreSQL for the run, with one migrated database that every test copies. */
export default async function setup(project: TestProject) {
	const dir = makeThrowAwayDir('launchway-test-')
	const server = await ensureEmbedded({
		dir,
		lifeline: true,
		settings: { fsync: 'off', full_page_writes: 'off', max_connections: '200' },
	})
	const address = { host: server.host, port: server.port, user: server.user }
	await createTemplate(address)
	project.provide('databaseServer', address)
	project.provide('scratchDir', dir)
	return async () => {
		await server.stop()
		// A database that a killed server leaves behind may write for a moment more.
		fs.rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
	}
}
