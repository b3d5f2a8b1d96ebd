import { consolePaths } from '#contracts/console-paths.ts'
import type { Db } from '#server/db/database.ts'

import { canDelete } from './delete-text.ts'
import { fileTitle, listShippedPaths, requireFile } from './files.ts'
import { listLatestVersions, listWrittenVersions, titlesOf } from './versions.ts'

/** Lists deleted pages and articles, the last one first, each with the form that restores its last text. */
export async function listDeleted(db: Db) {
	const shipped = new Set(listShippedPaths())
	const versions = await listLatestVersions(db)
	const deleted = versions
		.filter(({ path, is_deleted: isDeleted, is_edit: isEdit }) => canDelete(path) && (isDeleted || (!isEdit && !shipped.has(path))))
		.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime())
	if (deleted.length === 0) return []
	const written = await listWrittenVersions(
		db,
		deleted.map(({ path }) => path),
	)
	const titles = titlesOf(written)
	return deleted.flatMap(({ path, id, created_at: deletedAt, published_at: publishedAt }) => {
		const last = written.find((version) => version.path === path)
		if (!last && !shipped.has(path)) return []
		return {
			path,
			title: fileTitle(path, last ? (titles[path] ?? '') : requireFile(path).origin),
			deletedAt,
			isDraft: publishedAt === null,
			restore: last
				? { action: `${consolePaths.contentVersions}/${last.id}`, hidden: { base: id } }
				: { action: consolePaths.contentOrigin, hidden: { path, base: id } },
		}
	})
}
