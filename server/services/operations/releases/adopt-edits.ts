import { sql } from 'kysely'

import { ContentProblem } from '#content/parsed-files.ts'
import type { Edits, Sources } from '#content/sources.ts'
import type { Db } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { publishRelease } from './publish-release.ts'
import { findChangedFiles, readCurrent, type Release } from './read-releases.ts'

/** Omits files in the folder that match a release. These aren't new edits: an older version of the program copied each release there. */
async function omitKnown(db: Db, folder: Sources): Promise<Sources> {
	const isKnown = async ([file, text]: readonly [string, string]) =>
		(await db
			.selectFrom('content_releases')
			.select('number')
			.where(sql<string | null>`edits ->> ${file}`, '=', text)
			.limit(1)
			.executeTakeFirst()) !== undefined
	const found = new Map<string, string>()
	for (const each of folder) if (!(await isKnown(each))) found.set(...each)
	return found
}

async function readPublishedVersions(db: Db): Promise<Edits> {
	const rows = await db
		.selectFrom('content_versions')
		.distinctOn('path')
		.select(['path', 'body'])
		.where('published_at', 'is not', null)
		.orderBy('path')
		.orderBy('id', 'desc')
		.execute()
	return Object.fromEntries(rows.map(({ path: file, body }) => [file, body]))
}

type Published = ServiceContext['published']

function listFaulty({ loadDraft }: Published, edits: Edits): string[] {
	try {
		loadDraft(edits).readAllLessons()
		return []
	} catch (error) {
		if (!(error instanceof ContentProblem)) throw error
		return error.issues.map(({ file }) => file)
	}
}

/**
 * Applies corrections from the folder: if a published text is invalid after an upgrade, that's the only place where the operator can
 * correct it.
 */
function applyCorrections(published: Published, edits: Edits, folder: Sources): Edits {
	if (folder.size === 0) return edits
	const found = listFaulty(published, edits).filter((file) => folder.has(file) && folder.get(file) !== edits[file])
	if (found.length === 0) return edits
	const corrected = Object.fromEntries(found.map((file) => [file, folder.get(file) ?? null]))
	return applyCorrections(published, { ...edits, ...corrected }, folder)
}

/**
 * Determines the release that a starting process serves, and adds files placed in the folder manually as a new one. The check renders
 * all pages, so servers that start together run it in parallel, without a lock. One of them then publishes the release.
 * @param folder this server's folder of edits; it is only read
 * @throws ContentProblem if the result can't be published
 */
export async function adoptEdits(ctx: Pick<ServiceContext, 'db' | 'now' | 'published'>, folder: Sources): Promise<Release> {
	const { db, published } = ctx
	const current = await readCurrent(db)
	const named = current?.edits ?? (await readPublishedVersions(db))
	const found = await omitKnown(db, folder)
	const edits = applyCorrections(published, { ...Object.fromEntries(found), ...named }, found)
	if (current && findChangedFiles(named, edits).length === 0) return current
	await published.requireValid(edits, current?.edits)
	const note = found.size > 0 ? 'Imported from the edits folder' : ''
	try {
		const number = await publishRelease(ctx, { base: current?.number ?? null, edits, note, authorId: null, versions: [] })
		return { number, edits }
	} catch (error) {
		if (!(error instanceof ServiceError) || error.code !== 'release_outdated') throw error
		return adoptEdits(ctx, folder)
	}
}
