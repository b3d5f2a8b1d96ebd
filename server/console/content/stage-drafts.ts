import type { ServiceContext } from '#server/services/context.ts'

import { stageEdits } from './edits-folder.ts'
import { listFiles } from './files.ts'

type Newest = { id: string; path: string; body: string | null; published_at: Date | null }

/** The newest version of each file that has one, with its text. */
const newestOfEach = ({ db }: Pick<ServiceContext, 'db'>): Promise<Newest[]> =>
	db
		.selectFrom('content_versions')
		.distinctOn('path')
		.select(['id', 'path', 'body', 'published_at'])
		.orderBy('path')
		.orderBy('id', 'desc')
		.execute()

/**
 * Copies the folder of edits, with the newest version of each file in it.
 * @param staged folder of the copy; what it was before is removed
 * @returns those versions
 */
export async function stageDrafts(ctx: Pick<ServiceContext, 'db' | 'site'>, staged: string): Promise<Newest[]> {
	const newest = await newestOfEach(ctx)
	const known = new Set(listFiles(newest.map(({ path: file }) => file)).map((file) => file.path))
	const edits = new Map(newest.flatMap(({ path: file, body }) => (body !== null && known.has(file) ? [[file, body] as const] : [])))
	await stageEdits(ctx.site.edits, staged, { edits, all: newest.map(({ path: file }) => file) })
	return newest
}
