import { listPendingMigrations, migrate } from '#server/db/migrate.ts'
/**
 * Lists or applies this program's migrations for the supervisor, which may belong to another release. `MIGRATE` contains the
 * request as JSON; the response is a JSON list of names.
 */
import type { Connection } from '#server/db/pools.ts'

export type MigrateRequest = { connection: Connection; work: 'list' | 'apply' }

const { connection, work } = JSON.parse(process.env['MIGRATE'] ?? '{}') as MigrateRequest
try {
	const names = work === 'list' ? await listPendingMigrations(connection) : await migrate(connection, { isServing: true })
	process.stdout.write(JSON.stringify(names))
} catch (error) {
	process.stderr.write(error instanceof Error ? error.message : String(error))
	process.exitCode = 1
}
