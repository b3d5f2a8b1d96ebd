import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { readFolder } from '#content/files/read-sources.server.ts'
import { PagesOutOfDate } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { adoptEdits } from '#server/services/operations/releases/adopt-edits.ts'

import { dropCopies, exchangeFolders, stagedOf, stageEdits } from './edits-folder.ts'

function readEdit(folder: string, file: string): string | null {
	const place = path.join(folder, file)
	return existsSync(place) ? readFileSync(place, 'utf8') : null
}

/**
 * Writes the newest release into the folder of edits, which the build reads. The folder lacks it after a restore from a backup, on a
 * new machine, after a crash in a publication, and when another server has published.
 * @throws PagesOutOfDate when the folder was changed: the pages have the old content
 */
export async function restoreEdits(ctx: Pick<ServiceContext, 'db' | 'now' | 'published' | 'site'>): Promise<void> {
	const folder = ctx.site.edits
	await dropCopies(folder)
	const { edits } = await adoptEdits(ctx, readFolder(folder))
	const changed = Object.keys(edits).filter((file) => readEdit(folder, file) !== edits[file])
	if (changed.length === 0) return
	await stageEdits(folder, stagedOf(folder), edits)
	exchangeFolders(folder)
	await dropCopies(folder)
	throw new PagesOutOfDate(changed)
}
