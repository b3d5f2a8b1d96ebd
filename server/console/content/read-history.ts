import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { toPage } from '#server/console/shell/lists.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { diffFile } from './diff-edits.ts'
import { type ContentFile, requireFile, fileTitle } from './files.ts'
import { nameText } from './find-texts.ts'
import { diffLines, truncateLines } from './line-diff.ts'
import { listVersions, readVersion, readNewestAndLive, versionText, type Version } from './versions.ts'

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

const toFile = ({ content }: ServiceContext, { path }: ContentFile, text: string) => ({
	path,
	title: nameText(content, { path, title: fileTitle(path, text) }),
})

/** Lists the versions of a file, newest first: `?path=`. */
export async function readHistory({ ctx, url: { searchParams } }: ConsoleRequest) {
	const { db } = ctx
	const file = requireFile(searchParams.get('path') ?? undefined)
	const before = searchParams.get('before') ?? ''
	const { rows, next } = toPage(await listVersions(db, file.path, ID.test(before) ? before : null), ({ id }) => id)
	const { newest } = await readNewestAndLive(db, file.path)
	const ids = [...new Set(rows.flatMap(({ author_id: id }) => id ?? []))]
	const people = ids.length === 0 ? [] : await db.selectFrom('auth.users').select(['id', 'email']).where('id', 'in', ids).execute()
	return {
		file: toFile(ctx, file, versionText(newest, file)),
		next,
		versions: rows.map(({ id, author_id: author, body, created_at: savedAt, published_at: publishedAt }) => ({
			id,
			savedAt,
			publishedAt,
			isNewest: id === newest?.id,
			isOrigin: body === null,
			author: people.find((person) => person.id === author)?.email ?? null,
		})),
	}
}

/** @throws ServiceError content_not_found (404) */
export async function requireVersion({ ctx: { db }, params }: ConsoleRequest): Promise<{ version: Version; file: ContentFile }> {
	const { version: id = '' } = params
	const version = ID.test(id) ? await readVersion(db, id) : undefined
	if (!version) throw new ServiceError('not-found', 'content_not_found', 'We can’t find that version.')
	return { version, file: requireFile(version.path) }
}

export async function readVersionPage(request: ConsoleRequest) {
	const { db } = request.ctx
	const { version, file } = await requireVersion(request)
	const [before = null] = await listVersions(db, file.path, version.id)
	const { newest } = await readNewestAndLive(db, file.path)
	const text = versionText(version, file)
	const compare = (other: string) => ({ ...diffFile(file.path, other, text), lines: diffLines(other, text) })
	return {
		id: version.id,
		file: toFile(request.ctx, file, text),
		savedAt: version.created_at,
		changed: compare(before?.body ?? version.origin),
		/** Effect of restoring this version; null for the latest one. */
		restore: newest?.id === version.id ? null : { base: newest?.id ?? '', ...compare(versionText(newest, file)) },
		text: truncateLines(text),
	}
}
