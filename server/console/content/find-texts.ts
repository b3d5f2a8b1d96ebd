import { sql } from 'kysely'

import { MODULE_FILE } from '#content/check-file.ts'
import type { Content } from '#content/load-content.server.ts'
import type { Db } from '#server/db/database.ts'
import { isNewestVersion } from '#server/services/operations/releases/read-releases.ts'

import { listFiles, nameModulePage } from './files.ts'
import { listLatestVersions, titlesOf } from './versions.ts'

/** Minimum length of a search in texts; shorter terms occur in almost every text. */
const SHORTEST_IN_TEXT = 3

/** Names a file's group. Modules of other courses are grouped by course; those of a draft course by number. */
export function nameGroup({ furtherCourses, labelModule }: Content, group: string): string {
	const moduleId = Number(/^Module (\d+)$/.exec(group)?.[1])
	return furtherCourses.some(({ modules }) => modules.some(({ id }) => id === moduleId)) ? labelModule(moduleId) : group
}

/**
 * Returns the name of a text as shown on its console page. A module's page has the name that its course gives the module, which may differ
 * from the page's own title.
 */
export function nameText({ courses }: Content, { path, title }: { path: string; title: string }): string {
	const id = Number(MODULE_FILE.exec(path)?.[1])
	const module = courses.flatMap(({ modules }) => modules).find((each) => each.id === id)
	return module ? title.replace(/Module page: .*$/, () => nameModulePage(module.title)) : title
}

/** Lists the edited files whose newest text contains `typed`. */
async function listEditsWith(db: Db, typed: string): Promise<Set<string>> {
	const rows = await db
		.selectFrom('content_versions')
		.select('path')
		.where(isNewestVersion)
		.where(sql<boolean>`strpos(lower(body), ${typed}) > 0`)
		.execute()
	return new Set(rows.map(({ path }) => path))
}

/**
 * Finds editable files whose title, path or newest text contains `q`; those with a matching title come first.
 * @param q '' for all files
 */
export async function findTexts({ db, content }: { db: Db; content: Content }, q: string) {
	const versions = await listLatestVersions(db)
	const newest = new Map(versions.map((row) => [row.path, row]))
	const typed = q.toLowerCase()
	const isInTexts = typed.length >= SHORTEST_IN_TEXT
	const edits = isInTexts ? await listEditsWith(db, typed) : new Set<string>()
	const files = listFiles(titlesOf(versions.filter((row) => row.is_edit))).flatMap(({ path, title: own, group, origin }) => {
		const title = nameText(content, { path, title: own })
		const version = newest.get(path)
		if (version?.is_deleted === true) return []
		const isNamed = title.toLowerCase().includes(typed)
		const isInText = version?.is_edit ? edits.has(path) : isInTexts && origin.toLowerCase().includes(typed)
		if (!isNamed && !isInText && !path.toLowerCase().includes(typed)) return []
		return {
			path,
			title,
			group: nameGroup(content, group),
			state: version && (version.published_at === null ? ('draft' as const) : version.is_edit ? ('published' as const) : null),
			changedAt: version?.created_at ?? null,
			isOriginNew: version !== undefined && version.is_edit && version.origin !== origin,
			isNamed,
		}
	})
	return {
		files: files.toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed)),
		drafts: versions.filter(({ published_at: at }) => at === null).length,
	}
}
