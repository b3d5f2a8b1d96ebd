import type { ServiceContext } from '#server/services/context.ts'

import { stageEdits } from './edits-folder.ts'
import { listFiles } from './files.ts'

type Newest = { id: string; path: string; body: string | null; published_at: Date | null }

/** The newest version of each file that has one, with its text. */
export const newestOfEach = ({ db }: Pick<ServiceContext, 'db'>, { isPublished = false } = {}): Promise<Newest[]> =>
	db
		.selectFrom('content_versions')
		.distinctOn('path')
		.select(['id', 'path', 'body', 'published_at'])
		.$if(isPublished, (query) => query.where('published_at', 'is not', null))
		.orderBy('path')
		.orderBy('id', 'desc')
		.execute()

/** Paths of all versions, and the texts that belong into the folder: neither the origin's own nor those of files that are gone. */
export function toEdits(versions: readonly Newest[]): { edits: Map<string, string>; all: string[] } {
	const all = versions.map(({ path: file }) => file)
	const known = new Set(listFiles(all).map((file) => file.path))
	const edits = versions.flatMap(({ path: file, body }) => (body !== null && known.has(file) ? [[file, body] as const] : []))
	return { edits: new Map(edits), all }
}

/**
 * Copies the folder of edits, with the newest version of each file in it.
 * @param staged folder of the copy; what it was before is removed
 * @returns those versions
 */
export async function stageDrafts(ctx: Pick<ServiceContext, 'db' | 'site'>, staged: string): Promise<Newest[]> {
	const newest = await newestOfEach(ctx)
	await stageEdits(ctx.site.edits, staged, toEdits(newest))
	return newest
}
