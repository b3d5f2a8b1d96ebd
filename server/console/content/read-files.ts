import type { ConsoleRequest } from '#server/console/shell/work.ts'

import { listFiles } from './files.ts'
import { listNewest } from './versions.ts'

const LONGEST_QUERY = 200
/** Shorter words are in almost every text. */
const SHORTEST_IN_TEXT = 3

/** Everything that can be edited, by groups; `?q=` looks for it by name, path or words in its text. */
export async function readFiles({ ctx: { db }, url: { searchParams } }: ConsoleRequest) {
	const q = (searchParams.get('q') ?? '').trim().slice(0, LONGEST_QUERY)
	const versions = await listNewest(db)
	const newest = new Map(versions.map((row) => [row.path, row]))
	const edited = versions.filter((row) => row.is_edit).map(({ path }) => path)
	const found = listFiles(edited).filter(({ path, title, origin }) =>
		`${path}\n${title}\n${q.length >= SHORTEST_IN_TEXT ? origin : ''}`.toLowerCase().includes(q.toLowerCase()),
	)
	const files = found.map(({ path, title, group, origin }) => {
		const version = newest.get(path)
		return {
			path,
			title,
			group,
			state: version && (version.published_at === null ? 'draft' : version.is_edit ? 'edited' : null),
			isOriginNew: version !== undefined && version.is_edit && version.origin !== origin,
		}
	})
	return {
		q,
		drafts: versions.filter(({ published_at: at }) => at === null).length,
		groups: [...Map.groupBy(files, ({ group }) => group)].map(([name, own]) => ({ name, files: own })),
	}
}
