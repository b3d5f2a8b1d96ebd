import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { PagesOutOfDate } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { dropCopies, exchangeFolders, stagedOf, stageEdits } from './edits-folder.ts'
import { newestOfEach, toEdits } from './stage-drafts.ts'

function readEdit(folder: string, file: string): string | null {
	const place = path.join(folder, file)
	return existsSync(place) ? readFileSync(place, 'utf8') : null
}

/**
 * Writes the published edits of the database into the folder of edits. The folder lacks them after a restore from a backup, on a
 * new machine, and after a crash between the two writes of a publication. Files that the console never published stay unchanged.
 * @throws PagesOutOfDate when the folder was changed: this process and the pages have the old content
 */
export async function restoreEdits(ctx: Pick<ServiceContext, 'db' | 'site'>): Promise<void> {
	const folder = ctx.site.edits
	await dropCopies(folder)
	const published = toEdits(await newestOfEach(ctx, { isPublished: true }))
	const changed = published.all.filter((file) => readEdit(folder, file) !== (published.edits.get(file) ?? null))
	if (changed.length === 0) return
	await stageEdits(folder, stagedOf(folder), published)
	exchangeFolders(folder)
	await dropCopies(folder)
	throw new PagesOutOfDate(changed)
}
