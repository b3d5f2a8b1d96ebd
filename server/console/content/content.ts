import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, recordAction, type Fields } from '#server/console/shell/console-request.ts'
import { action, actionAfterCall, fileRoute, uploadRoute } from '#server/console/shell/route.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { beginDraft } from './begin-draft.ts'
import { deleteText } from './delete-text.ts'
import { discardDrafts } from './discard-drafts.ts'
import { editBlock } from './edit-block.ts'
import { type ContentFile, listShippedPaths, requireFile } from './files.ts'
import { changeHiddenLinks } from './hidden-links.ts'
import { keepOneFeatured, readNewestTexts } from './plan-deletion.ts'
import { cancelPublication, preparePublication, prepareSchedule } from './publish.ts'
import { requireVersion } from './read-history.ts'
import { sendDocument, showEmailHtml } from './read-previews.ts'
import { showSitePreviewFile } from './read-site-preview.ts'
import { renderLivePreview } from './render-live-preview.ts'
import { autosaveFile, MAX_FORM_LENGTH, saveFile } from './save-file.ts'
import { readNewestAndLive, saveDraft, versionText } from './versions.ts'

async function restoreVersion(request: ConsoleActionRequest, { base = '' }: Fields) {
	const { version, file } = await requireVersion(request)
	return restore(request, { file, text: versionText(version, file), base, from: version.id })
}

/**
 * Saves the shipped text as a new draft.
 * @throws ServiceError content_not_found (404) if the file wasn't shipped
 */
async function restoreOrigin(request: ConsoleActionRequest, { path, base = '' }: Fields) {
	const file = requireFile(path)
	if (!listShippedPaths().includes(file.path)) {
		const message = 'You wrote this text, so there’s no original. Its older versions are in the history.'
		throw new ServiceError('not-found', 'content_not_found', message)
	}
	const { newest } = await readNewestAndLive(request.ctx.db, file.path)
	// An autosave may have replaced the version that the page knows.
	const known = newest?.author_id === request.by.userId ? newest.id : base
	return restore(request, { file, text: file.origin, base: known, from: 'origin' })
}

type Restoring = { file: ContentFile; text: string; base: string; from: string }

async function restore(request: ConsoleActionRequest, { file, text: earlier, base, from }: Restoring) {
	const text = keepOneFeatured(await readNewestTexts(request), file.path, earlier)
	const outcome = await saveDraft(request.ctx, { file, text, authorId: request.by.userId }, base)
	if ('theirs' in outcome) {
		const message = 'Another version was saved in the meantime. Reload this page to see it, then try again.'
		throw new ServiceError('conflict', 'content_changed', message)
	}
	if (outcome.saved) {
		await recordAction(request, request.ctx.db, {
			action: 'content_restored',
			object: { kind: 'content', id: file.path },
			before: { version: base },
			after: { version: outcome.saved.id, from },
		})
	}
	const { newest } = await readNewestAndLive(request.ctx.db, file.path)
	const restored = newest?.published_at ? 'content-restored-public' : 'content-restored'
	return request.c.redirect(`${fileAddress(file.path)}&notice=${outcome.saved ? restored : 'content-unchanged'}`, 303)
}

/** Routes to edit texts, prices and brand, and to publish them without a restart (app/admin/routes/content). */
export const contentRoutes = [
	action(`${consolePaths.contentBegin}/:kind`, 'operator', beginDraft),
	uploadRoute(consolePaths.contentFile, MAX_FORM_LENGTH, saveFile),
	uploadRoute(consolePaths.contentAutosave, MAX_FORM_LENGTH, autosaveFile),
	uploadRoute(consolePaths.contentLive, MAX_FORM_LENGTH, renderLivePreview),
	action(consolePaths.contentBlock, 'operator', editBlock),
	action(`${consolePaths.contentVersions}/:version`, 'operator', restoreVersion),
	action(consolePaths.contentDelete, 'operator', deleteText),
	action(consolePaths.contentOrigin, 'operator', restoreOrigin),
	action(consolePaths.contentDiscard, 'operator', discardDrafts),
	fileRoute(`${consolePaths.contentSiteFiles}/*`, 'operator', showSitePreviewFile),
	fileRoute(consolePaths.contentEmailHtml, 'operator', showEmailHtml),
	fileRoute(consolePaths.contentDocumentFile, 'operator', sendDocument),
	actionAfterCall(consolePaths.contentPublish, 'operator', preparePublication),
	actionAfterCall(consolePaths.contentSchedule, 'operator', prepareSchedule),
	action(consolePaths.contentUnschedule, 'operator', cancelPublication),
	action(consolePaths.contentHiddenLinks, 'operator', changeHiddenLinks),
]
