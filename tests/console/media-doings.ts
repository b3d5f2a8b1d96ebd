import { LOGO_FILE } from '#content/schema/logo.ts'
import { requireFile } from '#server/console/content/files.ts'
import { addPicture } from '#tests/factories/media.ts'
import type { Wire } from '#tests/wire/test-client.ts'

import type { Doing, World } from './action-matrix.ts'

const DRAWING = '<svg viewBox="0 0 40 40"><path d="M0 0H40V40Z"/></svg>'
const CAPTIONS = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'

const pageOf = (address: string) => address.replace(/^\/media\/([^/]+)\/.*$/, '/admin/media/$1')

/** Adds a picture to describe, a picture to delete, and a video with captions. */
export async function addMedia({ deps }: Pick<Wire, 'deps'>) {
	const [described, unused] = [pageOf(await addPicture(deps)), pageOf(await addPicture(deps))]
	const video = pageOf(await addPicture(deps, 'intro-320x180.mp4'))
	const id = video.split('/').at(-1) ?? ''
	await deps.db.updateTable('media').set({ kind: 'video' }).where('id', '=', id).execute()
	await deps.db
		.insertInto('media')
		.values({ kind: 'captions', name: 'captions-de.vtt', alt: '', bytes: 1, video_id: id, language: 'de', created_at: deps.now() })
		.execute()
	// A draft of the logo, so that reverting to the original changes something.
	const draft = { path: LOGO_FILE, body: `${DRAWING.replace('40Z', '20Z')}\n`, origin: requireFile(LOGO_FILE).origin }
	await deps.db
		.insertInto('content_versions')
		.values({ ...draft, author_id: null, created_at: deps.now() })
		.execute()
	return { described, unused, video }
}

export const listMediaDoings = ({ media: { described, unused, video } }: World): Doing[] => [
	{ row: '/admin/media', path: '/admin/media', upload: DRAWING, fields: { alt: 'A square' } },
	{ row: '/admin/media/:media', path: described, fields: { alt: 'The evening sky' } },
	{ row: '/admin/media/:media/delete', path: `${unused}/delete` },
	{ row: '/admin/media/:media/captions', path: `${video}/captions`, upload: CAPTIONS, fields: { language: 'en' } },
	{ row: '/admin/media/:media/captions/delete', path: `${video}/captions/delete`, fields: { language: 'de' } },
	{ row: '/admin/logo', path: '/admin/logo', upload: DRAWING },
	{ row: '/admin/logo/original', path: '/admin/logo/original' },
]
