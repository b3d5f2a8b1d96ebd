import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

import { listLatestVersions } from './versions.ts'

const LABELS: Readonly<Record<string, string>> = {
	move: 'Undo the move',
	rename: 'Undo the new title',
	remove: 'Undo the removal',
	duplicate: 'Undo the copy',
	delete: 'Undo the deletion',
	discard: 'Undo',
	'discard-own': 'Undo',
}

/** Changes after whose undo the user returns to another page than the outline. */
const RETURNS_ELSEWHERE = /^(?:delete|discard)/

const VERSIONS = /^[\da-f-]{36}(?:,[\da-f-]{36}){0,199}$/

/**
 * Returns what the notice's undo button reverts: the last change of the outline, a deletion, or discarded drafts. `?changed=` lists the
 * versions and `?did=` names the action. Null if a version is no longer the latest, or if a copied lesson was published, because learners
 * may have opened it.
 */
export async function readNoticeUndo({ ctx, url: { searchParams } }: ConsoleRequest) {
	const undo = searchParams.get('changed') ?? ''
	if (!VERSIONS.test(undo)) return null
	const did = searchParams.get('did') ?? ''
	const versions = await listLatestVersions(ctx.db)
	const undoable = new Set(versions.flatMap(({ id, published_at: at }) => (did === 'duplicate' && at !== null ? [] : [id])))
	if (!undo.split(',').every((id) => undoable.has(id))) return null
	return {
		action: consolePaths.course,
		hidden: { do: 'undo', undo, ...(RETURNS_ELSEWHERE.test(did) && { did }) },
		label: LABELS[did] ?? 'Undo',
	}
}
