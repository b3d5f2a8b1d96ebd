import { consolePaths } from '#contracts/console-paths.ts'
import { captionsTitle, mediaAddress } from '#domain/media/media-address.ts'
import { MAX_DOWNLOAD_BYTES } from '#domain/media/sniff-media.ts'
import { listFiles } from '#server/console/content/files.ts'
import { planDrafts } from '#server/console/content/plan-release.ts'
import { saveLatestDraft } from '#server/console/content/save-begun.ts'
import { type ConsoleActionRequest, recordAction, type Fields } from '#server/console/shell/console-request.ts'
import { requireFormToken, requireOwnOrigin } from '#server/console/shell/guard.ts'
import { wantsJson } from '#server/console/shell/route.ts'
import { runAction } from '#server/console/shell/run-action.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { uploadFiles } from '#server/services/platform/media/bucket-files.ts'
import { listCaptionLanguages } from '#server/services/platform/media/read-media.ts'
import { requireQuota, storeMedia } from '#server/services/platform/media/store-media.ts'

import { decodeUpload, validateCaptions } from './decode-upload.ts'
import { findUses } from './find-uses.ts'
import { CAPTION_LANGUAGES, requireMedia } from './read-library.ts'
import { uploadLimitOf, type ReceivedFile, receiveUpload, refuseFile } from './receive-upload.ts'

type Video = { url: string; languages: readonly string[] }

/** Updates the caption languages of a video in a file that shows it: in the title of a Markdown picture, or in `welcomeVideo`. */
function nameLanguages(path: string, text: string, { url, languages }: Video): string {
	const address = url.replaceAll('.', String.raw`\.`)
	const listed = languages.length > 0
	return path.endsWith('.md')
		? text.replaceAll(
				new RegExp(String.raw`\]\(${address}(?: "captions:[^"]*")?\)`, 'g'),
				`](${url}${listed ? ` "${captionsTitle(languages)}"` : ''})`,
			)
		: text.replaceAll(new RegExp(`"${address}(?:#captions=[^"]*)?"`, 'g'), `"${url}${listed ? `#captions=${languages.join(',')}` : ''}"`)
}

/**
 * Saves a draft of each text that shows the video, with its current caption languages.
 * @returns true if there was any
 * @throws ServiceError content_changed (409)
 */
async function renewCaptions(request: ConsoleActionRequest, { id, url }: { id: string; url: string }): Promise<boolean> {
	const languages = await listCaptionLanguages(request.ctx, id)
	const { edits } = await planDrafts(request.ctx)
	const renewed = listFiles(edits).flatMap(({ path, origin }) => {
		const before = edits[path] ?? origin
		const text = nameLanguages(path, before, { url, languages })
		return text === before ? [] : [{ path, text }]
	})
	for (const draft of renewed) await saveLatestDraft(request, draft)
	return renewed.length > 0
}

const MAX_ALT_LENGTH = 500
/** Maximum bytes for multipart boundaries and the other fields. */
const FORM_BYTES = 256 * 1024

/** @throws ServiceError alt_missing, alt_too_long (422) */
export function requireAlt(typed: string | undefined, isNeeded: boolean): string {
	const alt = (typed ?? '').replaceAll(/\s+/g, ' ').trim()
	const refuse = (code: string, message: string) => new ServiceError('unprocessable', code, message, { fields: { alt: message } })
	if (isNeeded && alt === '') throw refuse('alt_missing', 'Describe the picture for people who can’t see it.')
	if (alt.length > MAX_ALT_LENGTH) throw refuse('alt_too_long', `Use at most ${MAX_ALT_LENGTH} characters.`)
	return alt
}

/** True for a full disk, reported by PostgreSQL (53100) or by the system (ENOSPC). */
const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && (error.code === '53100' || error.code === 'ENOSPC')

/**
 * Receives a file without holding it in memory, and deletes it after `run`.
 * @throws ServiceError console_forbidden (403), media_full, media_refused (413, 422), disk_full (503)
 */
export async function withUpload<T>(request: ConsoleActionRequest, run: (file: ReceivedFile, fields: Fields) => Promise<T>): Promise<T> {
	const { c, ctx, by } = request
	requireOwnOrigin(c)
	const announced = Number(c.req.header('content-length') ?? 0)
	if (announced > Math.max(ctx.config.media.videoBytes, MAX_DOWNLOAD_BYTES) + FORM_BYTES)
		throw refuseFile('too-large', uploadLimitOf('mp4', ctx.config.media.videoBytes).message)
	await requireQuota(ctx, ctx.db, announced > FORM_BYTES ? announced - FORM_BYTES : 0)
	const fields: Record<string, string> = {}
	let file: ReceivedFile | null = null
	try {
		file = await receiveUpload(c, fields).finally(() => keepFields(request, fields))
		requireFormToken(by, fields)
		if (!file) throw refuseFile('unprocessable', 'Choose a file.')
		return await run(file, fields)
	} catch (error) {
		if (!isDiskFull(error)) throw error
		ctx.log.error('upload failed: disk full', { error })
		throw new ServiceError('overloaded', 'disk_full', 'The server’s disk is full, so nothing was saved. Free some space and try again.')
	} finally {
		await file?.spool.close()
	}
}

/** Stores the form's text fields: the request body can be read only once, and showing the form again needs them. */
function keepFields({ c }: ConsoleActionRequest, fields: Fields): void {
	const form = new FormData()
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	c.req.bodyCache.formData = form
}

/** Returns `{ id, url, width, height, alt, kind }` to API clients; redirects a form to the file's page. */
export const uploadMedia = (request: ConsoleActionRequest): Promise<Response> =>
	withUpload(request, async (file, fields) => {
		const judged = await decodeUpload(file)
		const { title = '', ...decoded } = judged
		const alt = requireAlt(fields.alt, judged.kind === 'picture') || title
		const files = await uploadFiles(request.ctx, judged.files)
		return runAction(request, async (inside) => {
			const { ctx, by, c } = inside
			const id = await storeMedia(ctx, { ...decoded, files, alt, uploaderId: by.userId })
			const { kind, name, width, height } = judged
			await recordAction(inside, ctx.db, { action: 'media_uploaded', object: { kind: 'media', id }, after: { kind, name } })
			if (wantsJson(c)) return c.json({ id, url: mediaAddress({ id, name }), width, height, alt, kind }, 201)
			return c.redirect(`${consolePaths.media}/${id}?notice=media-uploaded`, 303)
		})
	})

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
		throw new ServiceError('conflict', 'media_used', `It wasn’t deleted because it’s used in: ${titles}. Remove it there first.`)
	}
	await request.ctx.db.deleteFrom('media').where('id', '=', id).execute()
	await recordAction(request, request.ctx.db, { action: 'media_deleted', object: { kind: 'media', id }, before: { kind, name } })
	return request.c.redirect(`${consolePaths.media}?notice=media-deleted`, 303)
}

const requireLanguage = (typed: string | undefined): string => {
	const found = CAPTION_LANGUAGES.find(([code]) => code === typed)
	if (found) return found[0]
	throw new ServiceError('unprocessable', 'language_unknown', 'Choose a language.', { fields: { language: 'Choose a language.' } })
}

/** Adds captions to a video, or replaces those in the same language. */
export const addCaptions = (request: ConsoleActionRequest): Promise<Response> =>
	withUpload(request, async (file, fields) => {
		const video = await requireMedia(request)
		const { id, kind, name } = video
		if (kind !== 'video') throw new ServiceError('unprocessable', 'no_video', 'Only videos can have captions.')
		const language = requireLanguage(fields.language)
		const files = await uploadFiles(request.ctx, [await validateCaptions(file)])
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
			const notice = (await renewCaptions(inside, video)) ? 'captions-drafted' : 'captions-added'
			return c.redirect(`${consolePaths.media}/${id}?notice=${notice}`, 303)
		})
	})

export async function deleteCaptions(request: ConsoleActionRequest, fields: Fields) {
	const video = await requireMedia(request)
	const { id } = video
	const language = requireLanguage(fields.language)
	await request.ctx.db.deleteFrom('media').where('video_id', '=', id).where('language', '=', language).execute()
	await recordAction(request, request.ctx.db, { action: 'captions_deleted', object: { kind: 'media', id }, before: { language } })
	const notice = (await renewCaptions(request, video)) ? 'captions-deleted-drafted' : 'captions-deleted'
	return request.c.redirect(`${consolePaths.media}/${id}?notice=${notice}`, 303)
}
