import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, recordAction, type Fields } from '#server/console/shell/console-request.ts'
import { inTransaction, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { lockReleases } from '#server/services/operations/releases/read-releases.ts'

import { requireFile } from './files.ts'
import { hasScheduledDraft, readNewestAndLive, readVersion, saveDraft, type Version, versionText } from './versions.ts'

/** Maximum drafts to discard at once. An undo accepts as many (read-notice-undo.ts). */
const MAX_DRAFTS = 200

const changed = () =>
	new ServiceError('conflict', 'content_changed', 'Another version was saved in the meantime. Reload this page to see it, then try again.')

/** Replaces a draft with the public text, or removes a text that was never public. Returns the new version; null if nothing changed. */
async function discardDraft(request: ConsoleActionRequest, { path, base }: { path: string; base: string }): Promise<Version | null> {
	const { ctx, by } = request
	const file = requireFile(path)
	if (await hasScheduledDraft(ctx.db, path)) {
		const message = 'This draft is scheduled. Cancel the schedule on the Publish page first.'
		throw new ServiceError('conflict', 'content_scheduled', message)
	}
	const { live } = await readNewestAndLive(ctx.db, path)
	const outcome = await saveDraft(ctx, { file, text: versionText(live, file), authorId: by.userId }, base)
	if ('theirs' in outcome) throw changed()
	if (outcome.saved)
		await recordAction(request, ctx.db, {
			action: 'content_discarded',
			object: { kind: 'content', id: path },
			before: { version: base },
			after: { version: outcome.saved.id },
		})
	return outcome.saved
}

type Shown = { path: string; base: string }

async function readShown({ ctx: { db }, by }: ConsoleActionRequest, { drafts = '', path, base = '' }: Fields): Promise<Shown[]> {
	if (path !== undefined) {
		const { newest } = await readNewestAndLive(db, path)
		// An autosave may have replaced the version that the editor knows.
		return [{ path, base: newest?.author_id === by.userId ? newest.id : base }]
	}
	const ids = drafts.split(' ').filter(isUuid)
	if (ids.length > MAX_DRAFTS)
		throw new ServiceError(
			'unprocessable',
			'too_many_drafts',
			`You can discard at most ${MAX_DRAFTS} drafts at once. Nothing was discarded.`,
		)
	const versions = await Promise.all(ids.map((id) => readVersion(db, id)))
	return versions.map((version) => {
		if (!version) throw changed()
		return { path: version.path, base: version.id }
	})
}

/**
 * Discards drafts: `drafts` lists the IDs of their newest versions, or `path` and `base` are those of the editor's file.
 * @throws ServiceError too_many_drafts (422), content_scheduled, content_changed (409)
 */
export async function discardDrafts(request: ConsoleActionRequest, fields: Fields) {
	// Keep releases from being published between reading a public text and saving it as a draft.
	await inTransaction(request.ctx.db, lockReleases)
	const saved: string[] = []
	for (const shown of await readShown(request, fields)) {
		const version = await discardDraft(request, shown)
		if (version) saved.push(version.id)
	}
	const { path } = fields
	const page = path === undefined ? `${consolePaths.contentPublish}?` : `${fileAddress(path)}&`
	const undo = `&changed=${saved.join(',')}&did=${path === undefined ? 'discard' : 'discard-own'}`
	const done = saved.length === 1 ? 'draft-discarded' : 'drafts-discarded'
	return request.c.redirect(`${page}notice=${saved.length === 0 ? 'content-unchanged' : `${done}${undo}`}`, 303)
}
