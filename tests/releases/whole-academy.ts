import { sql } from 'kysely'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { mediaFileInMemory, storeMedia } from '#server/services/platform/media/store-media.ts'
import { makeWholePerson } from '#tests/factories/whole-person.ts'
import { cloneDatabase } from '#tests/setup/clone-database.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { readRows, withClient } from './database-text.ts'

type Local = { host: string; port: number; database: string }

export const addressOf = ({ host, port, database }: Local, user = 'postgres') =>
	`postgres://${user}@localhost:${port}/${database}?host=${host}`
export const atAddress = (databaseUrl: string) => ({ databaseUrl, databaseDirectUrl: null, dataDir: 'none', projectDir: '/' })
export const inFolder = (dataDir: string) => ({ databaseUrl: null, databaseDirectUrl: null, dataDir, projectDir: '/' })

/** A video uploaded in three parts. */
export const VIDEO = Buffer.from(Array.from({ length: 1_200_000 }, (_, index) => (index * 7919) % 251))

/** Creates an academy with a row in every table, and a video. */
export async function makeWholeAcademy() {
	const { deps } = await makeTestDeps()
	const person = await makeWholePerson(deps, 'Astrid Wanderer', '+12025550147')
	await storeMedia(systemContext(deps, 'test'), {
		kind: 'video',
		name: 'way home-1920x1080.mp4',
		alt: '',
		width: 1920,
		height: 1080,
		uploaderId: person.userId,
		files: [mediaFileInMemory(0, 'video/mp4', VIDEO)],
	})
	await deps.db.updateTable('auth.users').set({ encrypted_password: '$argon2id$v=19$of-a-test' }).execute()
	const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(deps.db)
	const connection = { ...inject('databaseServer'), database: rows[0]?.name ?? '' }
	return { deps, person, connection, place: atAddress(addressOf(connection)) }
}

/** Creates a database without an academy, by default without tables. */
export async function makeTarget(template = 'template0') {
	const { connection, drop } = await cloneDatabase(template)
	onTestFinished(drop)
	return { connection, place: atAddress(addressOf(connection)) }
}

/** Returns a database's rows by table, without queue statistics and migration times. */
export async function rowsOf(connection: pg.ClientConfig): Promise<Record<string, unknown[]>> {
	const tables = await withClient(connection, async (client) => {
		await client.query("set timezone = 'UTC'")
		return readRows(client)
	})
	for (const name of ['_migration', 'pgboss.version', 'pgboss.bam', 'pgboss.warning', 'pgboss.queue_stats']) tables.delete(name)
	return Object.fromEntries([...tables].map(([name, { rows }]) => [name, JSON.parse(rows) as unknown[]]))
}
