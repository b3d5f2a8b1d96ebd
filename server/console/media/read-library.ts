import { sql } from 'kysely'

import { captionsAddress, captionsTitle, mediaAddress, readMediaAddress, smallerWidths } from '#domain/media/media-address.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { PAGE_SIZE, toPage } from '#server/console/shell/lists.ts'
import { decodeCursor, readQuery } from '#server/console/shell/look-up.ts'
import { isCanonicalUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { selectCaptionLanguages } from '#server/services/platform/media/read-media.ts'
import { readMediaUse } from '#server/services/platform/media/store-media.ts'

import { findUses } from './find-uses.ts'

type Row = {
	id: string
	kind: 'picture' | 'video' | 'file' | 'captions'
	name: string
	alt: string
	width: number | null
	height: number | null
	bytes: number
	created_at: Date
	languages: string | null
}

const COLUMNS = ['id', 'kind', 'name', 'alt', 'width', 'height', 'bytes', 'created_at', selectCaptionLanguages] as const

/**
 * Presents a file from the media library. `thumbnail`: only of a picture; `languages`: of a video’s captions; `about`: kind and size of a
 * file to download.
 */
function toItem({ bytes, created_at: at, languages, ...row }: Row) {
	const url = mediaAddress(row)
	const [small] = row.name.endsWith('.webp') ? smallerWidths(row.width ?? 0) : []
	const thumbnail = row.kind !== 'picture' ? null : small === undefined ? url : `${url}?w=${small}`
	const file = readMediaAddress(url)?.file ?? null
	return { ...row, bytes: Number(bytes), at, url, thumbnail, file, languages: languages?.split(',') ?? [] }
}

const KINDS = ['picture', 'video', 'file'] as const

/** Lists pictures, videos and files to download, newest first. `?kind=` filters; `?q=` searches names and descriptions. */
export async function readLibrary({ ctx, url: { searchParams } }: ConsoleRequest) {
	const { db, config } = ctx
	const q = readQuery(searchParams.get('q') ?? undefined)
	const kind = KINDS.find((each) => each === searchParams.get('kind')) ?? null
	const place = decodeCursor(searchParams.get('before') ?? undefined)
	const found = await db
		.selectFrom('media')
		.select(COLUMNS)
		.where('video_id', 'is', null)
		.$if(kind !== null, (query) => query.where('kind', '=', kind ?? 'picture'))
		.$if(q !== '', (query) => query.where(sql<boolean>`position(lower(${q}) in lower(name || ' ' || alt)) > 0`))
		.$if(place !== null, (query) => query.where(sql<boolean>`(created_at, id) < (${place?.at}, ${place?.id})`))
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(PAGE_SIZE + 1)
		.execute()
	const { rows, next } = toPage(found as Row[], (last) => `${last.created_at.toISOString()}~${last.id}`)
	const use = await readMediaUse(db)
	return {
		q,
		kind,
		items: rows.map(toItem),
		next,
		usedBytes: use.bytes,
		mostBytes: config.media.storageBytes,
		videoBytes: config.media.videoBytes,
	}
}

/** @throws ServiceError media_not_found (404) */
export async function requireMedia({ ctx: { db }, params }: Pick<ConsoleRequest, 'ctx' | 'params'>) {
	const id = params.media ?? ''
	const row = isCanonicalUuid(id)
		? await db.selectFrom('media').select(COLUMNS).where('id', '=', id).where('video_id', 'is', null).executeTakeFirst()
		: undefined
	if (!row) throw new ServiceError('not-found', 'media_not_found', 'We can’t find that file.')
	return toItem(row as Row)
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export const CAPTION_LANGUAGES = [
	'en',
	'de',
	'es',
	'fr',
	'it',
	'pt',
	'nl',
	'pl',
	'sv',
	'da',
	'fi',
	'cs',
	'ro',
	'el',
	'tr',
	'uk',
	'ru',
	'ar',
	'hi',
	'ja',
	'ko',
	'zh',
	'id',
	'vi',
].map((code): [string, string] => [code, languageNames.of(code) ?? code])

export async function readMedia(request: ConsoleRequest) {
	const item = await requireMedia(request)
	const uses = (await findUses(request.ctx)).get(item.id) ?? []
	const title = captionsTitle(item.languages)
	return {
		item,
		uses,
		languages: CAPTION_LANGUAGES,
		markdown: `![${item.alt.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${item.url}${title === null ? '' : ` "${title}"`})`,
		captions: item.languages.map((language) => ({
			language,
			name: languageNames.of(language) ?? language,
			url: captionsAddress(item.id, language),
		})),
	}
}
