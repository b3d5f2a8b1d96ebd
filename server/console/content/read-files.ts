import type { Content } from '#content/load-content.server.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

import { listFiles } from './files.ts'
import { listLatestVersions, titlesOf } from './versions.ts'

const MAX_QUERY = 200
/** Minimum length of a search in texts; shorter terms occur in almost every text. */
const SHORTEST_IN_TEXT = 3

/** Names a file's group. Modules of other courses are grouped by course; those of a draft course by number. */
function nameGroup({ furtherCourses, labelModule }: Content, group: string): string {
	const moduleId = Number(/^Module (\d+)$/.exec(group)?.[1])
	return furtherCourses.some(({ modules }) => modules.some(({ id }) => id === moduleId)) ? labelModule(moduleId) : group
}

/** Lists everything that can be edited, by group. `?q=` searches titles, paths and the texts as shipped. */
export async function readFiles({ ctx: { db, content }, url: { searchParams } }: ConsoleRequest) {
	const q = (searchParams.get('q') ?? '').trim().slice(0, MAX_QUERY)
	const versions = await listLatestVersions(db)
	const newest = new Map(versions.map((row) => [row.path, row]))
	const found = listFiles(titlesOf(versions.filter((row) => row.is_edit))).filter(({ path, title, origin }) =>
		`${path}\n${title}\n${q.length >= SHORTEST_IN_TEXT ? origin : ''}`.toLowerCase().includes(q.toLowerCase()),
	)
	// Files with a matching title come before those with a matching text.
	const isNamed = ({ title }: { title: string }) => Number(title.toLowerCase().includes(q.toLowerCase()))
	const files = found
		.toSorted((one, other) => isNamed(other) - isNamed(one))
		.map(({ path, title, group, origin }) => {
			const version = newest.get(path)
			return {
				path,
				title,
				group: nameGroup(content, group),
				state: version && (version.published_at === null ? 'draft' : version.is_edit ? 'published' : null),
				isOriginNew: version !== undefined && version.is_edit && version.origin !== origin,
			}
		})
	return {
		q,
		drafts: versions.filter(({ published_at: at }) => at === null).length,
		groups: [...Map.groupBy(files, ({ group }) => group)].map(([name, own]) => ({ name, files: own })),
	}
}
