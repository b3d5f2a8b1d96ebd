import { createHash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import type pg from 'pg'

import { loadedContent as contentAtStart } from '#content/loaded.server.ts'
import { readShipped } from '#content/read-sources.server.ts'
import { applyEdits, type Edits, type Sources } from '#content/sources.ts'
import { loadArchive } from '#server/db/archive/load-archive.ts'
import type { Manifest } from '#server/db/archive/manifest.ts'
import { type Archive, openArchive } from '#server/db/archive/read-archive.ts'
import { writeArchive } from '#server/db/archive/write-archive.ts'
import { claimDatabase, requireEmptyDatabase } from '#server/db/bulk-copy/copy-database.ts'
import type { ReportStep } from '#server/db/bulk-copy/tables.ts'
import { listMigrations, migrate, requireCurrentSchema } from '#server/db/migrate.ts'
import { type DatabaseLocation, openDatabase, type OpenDatabase, openExistingDatabase } from '#server/db/open-database.ts'
import type { Logger } from '#server/kernel/logger.ts'
import { archiveRules } from '#server/services/operations/archive/archive-rules.ts'
import { toSources } from '#server/services/operations/releases/read-releases.ts'

import { requireFreeSpace, withBulkClient, withDatabase } from './bulk-clients.ts'

type Progress = { log: Logger; onStep?: ReportStep }

async function readPublished(client: pg.ClientBase): Promise<Sources> {
	const { rows } = await client.query<{ edits: Edits }>('select edits from public.content_releases order by number desc limit 1')
	return applyEdits(readShipped(), toSources(rows[0]?.edits ?? {}))
}

/**
 * Writes an archive of the academy, as of the moment it starts. The server may be running.
 * @throws Error if the file exists, or the database is of another version
 */
export const exportArchive = (
	from: DatabaseLocation,
	to: { file: string; hasSecrets: boolean; now: () => Date },
	{ log, onStep = () => {} }: Progress,
) =>
	withDatabase(openExistingDatabase(from, log), async (database) => {
		await requireCurrentSchema(database.connection)
		return withBulkClient(database.connection, (client) =>
			writeArchive(
				{
					client,
					rules: archiveRules,
					academy: contentAtStart.site.name,
					readContent: () => readPublished(client),
					hasSecrets: to.hasSecrets,
					now: to.now,
					onStep,
				},
				to.file,
			),
		)
	})

/** @throws Error if the archive has a migration that this program lacks or has with different content */
function requireKnownVersion({ migrations }: Manifest, file: string): string {
	const known = listMigrations()
	const names = Object.keys(migrations).toSorted()
	const newer = names.find((name) => !known.has(name))
	if (newer !== undefined) throw new Error(`${file} is from a newer version of Launchway, with ${newer}; update the program first`)
	const last = names.at(-1)
	const expected = [...known.keys()].filter((name) => last !== undefined && name <= last)
	if (last === undefined || expected.length !== names.length || names.some((name) => known.get(name) !== migrations[name]))
		throw new Error(`${file} is from another program: its list of migrations differs`)
	return last
}

/** Estimated size of a table with its indexes and log, relative to its CSV file. */
const TABLE_GROWTH = 3

function spaceFor({ files }: Manifest): number {
	const sizes = Object.entries(files).map(([file, { bytes }]) => (file.startsWith('tables/') ? TABLE_GROWTH : 1) * bytes)
	return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

async function requireMigrations(client: pg.ClientBase, { migrations }: Manifest, name: string): Promise<void> {
	const { rows } = await client.query<{ name: string }>('select name from public._migration order by name')
	if (rows.map((row) => row.name).join() !== Object.keys(migrations).toSorted().join())
		throw new Error(`${name} was set up by another version of Launchway; name a new folder or database`)
}

/** Lists the content files of the archive that differ from those this program would publish. */
async function findOtherContent(client: pg.ClientBase, { files }: Manifest): Promise<string[]> {
	const published = await readPublished(client)
	const hashOf = (text: string | undefined) => text !== undefined && createHash('sha256').update(text).digest('hex')
	return Object.entries(files).flatMap(([file, { sha256 }]) =>
		file.startsWith('content/') && hashOf(published.get(file.slice('content/'.length))) !== sha256 ? [file] : [],
	)
}

async function loadIntoDatabase(
	archive: Archive,
	to: OpenDatabase,
	{ file, onStep = () => {} }: { file: string } & Omit<Progress, 'log'>,
): Promise<string[]> {
	const last = requireKnownVersion(archive.manifest, file)
	return withBulkClient(to.connection, async (client) => {
		await claimDatabase(client, to.name)
		await requireEmptyDatabase(client, to.name)
		requireFreeSpace(to, spaceFor(archive.manifest))
		await migrate(to.connection, { last })
		await requireMigrations(client, archive.manifest, to.name)
		await loadArchive(client, { archive, rules: archiveRules, onStep })
		await migrate(to.connection)
		onStep('collecting statistics')
		await client.query('analyze')
		return findOtherContent(client, archive.manifest)
	})
}

async function withArchive<T>(file: string, work: (archive: Archive) => Promise<T>): Promise<T> {
	const archive = await openArchive(file)
	try {
		return await work(archive)
	} finally {
		archive.close()
	}
}

/**
 * Loads an archive into an empty folder or database, completely or not at all. An older archive is migrated afterwards.
 * @returns its manifest, and the content files that differ from this program's
 * @throws Error with a message for the operator
 */
export const importArchive = (file: string, to: DatabaseLocation, { log, ...progress }: Progress) =>
	withArchive(file, async (archive) => {
		requireKnownVersion(archive.manifest, file)
		return withDatabase(openDatabase(to, log), async (database) => ({
			manifest: archive.manifest,
			otherContent: await loadIntoDatabase(archive, database, { file, ...progress }),
		}))
	})

/**
 * Reads a whole archive without a database.
 * @throws Error that names the damaged file
 */
export const checkArchive = (file: string): Promise<Manifest> =>
	withArchive(file, async (archive) => {
		requireKnownVersion(archive.manifest, file)
		for (const name of Object.keys(archive.manifest.files)) await finished((await archive.open(name)).resume())
		return archive.manifest
	})
