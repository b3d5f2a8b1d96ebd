import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

import { ownerVersion, TEMPLATE, type TestServer } from './template-database.ts'

let admin: Promise<pg.Client> | null = null

/**
 * Returns the worker's only admin connection: opening one takes as long as dropping a database. It closes with the worker or the
 * server.
 */
async function connectAdmin(): Promise<pg.Client> {
	const client = new pg.Client({ ...inject('adminServer'), database: 'postgres' })
	client.on('error', () => (admin = null))
	await client.connect()
	return client
}

async function asAdmin(statement: string): Promise<void> {
	admin ??= connectAdmin().catch((error: unknown) => {
		admin = null
		throw error
	})
	await (await admin).query(statement)
}

/** Connects as the server does to the embedded database or DATABASE_URL: with one login for everything. */
const connect = (server: TestServer, database: string) => ({
	...server,
	database,
	...(ownerVersion && { connectionString: `postgres://${server.user}@localhost:${server.port}/${database}?host=${server.host}` }),
})

/**
 * Creates a database from the migrated template. Copying files takes half as long as copying blocks through the log, and
 * includes the relation cache that the first connection would otherwise build.
 * @param template `template0` creates an empty one
 */
export async function cloneDatabase(template = TEMPLATE) {
	const name = `t_${randomBytes(8).toString('hex')}`
	const [tested, direct] = [inject('databaseServer'), inject('directServer')]
	await asAdmin(`create database ${name} template ${template} owner ${direct.user} strategy file_copy`)
	return {
		connection: connect(tested, name),
		/** For notifications and session locks; differs from `connection` behind a pooler. */
		direct: connect(direct, name),
		drop: () => asAdmin(`drop database ${name} with (force)`),
	}
}
