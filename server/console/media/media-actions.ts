import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { runAction } from '#server/console/shell/run-action.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { placeFiles } from '#server/services/platform/media/bucket-files.ts'
import { storeMedia } from '#server/services/platform/media/store-media.ts'

import { validateCaptions } from './decode-upload.ts'
import { findUses } from './find-uses.ts'
import { LANGUAGES, requireMedia } from './read-library.ts'
import { requireAlt, withUpload } from './upload-media.ts'

type Fields = Readonly<Record<string, string>>

export async function changeAlt(request: ConsoleActionRequest, fields: Fields) {
	const { id, kind, alt: before } = await requireMedia(request)
	const alt = requireAlt(fields.alt, kind === 'picture')
	await request.ctx.db.updateTable('media').set({ alt }).where('id', '=', id).execute()
	await recordAction(request, request.ctx.db, {
		action: 'media_described',
		object: { kind: 'media', id },
		before: { alt: before },
		after: { alt },
	})
	return request.c.redirect(`${consolePaths.media}/${id}?notice=media-saved`, 303)
}

/** @throws ServiceError media_used (409) while a text uses the file */
export async function deleteMedia(request: ConsoleActionRequest) {
	const { id, name, kind } = await requireMedia(request)
	const uses = (await findUses(request.ctx)).get(id) ?? []
	if (uses.length > 0) {
		const titles = uses.map(({ title }) => title).join(', ')
		throw new ServiceError('conflict', 'media_used', `It wasn’t deleted because it is used in: ${titles}. Remove it there first.`)
	}
	await request.ctx.db.deleteFrom('media').where('id', '=', id).execute()
	await recordAction(request, request.ctx.db, { action: 'media_deleted', object: { kind: 'media', id }, before: { kind, name } })
	return request.c.redirect(`${consolePaths.media}?notice=media-deleted`, 303)
}

const requireLanguage = (typed: string | undefined): string => {
	const found = LANGUAGES.find(([code]) => code === typed)
	if (found) return found[0]
	throw new ServiceError('unprocessable', 'language_unknown', 'Choose a language.', { fields: { language: 'Choose a language.' } })
}

/** Adds captions to a video, or replaces those in the same language. */
export const addCaptions = (request: ConsoleActionRequest): Promise<Response> =>
	withUpload(request, async (file, fields) => {
		const { id, kind, name } = await requireMedia(request)
		if (kind !== 'video') throw new ServiceError('unprocessable', 'no_video', 'Only videos can have captions.')
		const language = requireLanguage(fields.language)
		const files = await placeFiles(request.ctx, [await validateCaptions(file)])
		return runAction(request, async (inside) => {
			const { ctx, by, c } = inside
			await ctx.db.deleteFrom('media').where('video_id', '=', id).where('language', '=', language).execute()
			await storeMedia(ctx, {
				kind: 'captions',
				name: `captions-${language}.vtt`,
				alt: '',
				uploaderId: by.userId,
				files,
				captionsOf: { videoId: id, language },
			})
			await recordAction(inside, ctx.db, { action: 'captions_added', object: { kind: 'media', id }, after: { name, language } })
			return c.redirect(`${consolePaths.media}/${id}?notice=captions-added`, 303)
		})
	})

export async function deleteCaptions(request: ConsoleActionRequest, fields: Fields) {
	const { id } = await requireMedia(request)
	const language = requireLanguage(fields.language)
	await request.ctx.db.deleteFrom('media').where('video_id', '=', id).where('language', '=', language).execute()
	await recordAction(request, request.ctx.db, { action: 'captions_deleted', object: { kind: 'media', id }, before: { language } })
	return request.c.redirect(`${consolePaths.media}/${id}?notice=captions-deleted`, 303)
}
