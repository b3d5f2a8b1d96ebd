import { consolePaths } from '#contracts/console-paths.ts'
import { action, guardedAction, fileRoute, reactPage, upload } from '#server/console/shell/route.ts'

import { beginDraft } from './begin-draft.ts'
import { editBlock } from './edit-block.ts'
import { publish } from './publish.ts'
import { sendDocument } from './read-document-preview.ts'
import { showEmailHtml } from './read-email-preview.ts'
import { showSitePreviewFile } from './read-site-preview.ts'
import { restoreOrigin, restoreVersion } from './restore-version.ts'
import { autosaveFile, MAX_FORM_LENGTH, saveFile } from './save-file.ts'
import { schedule, unschedule } from './schedule.ts'
import { showLive } from './show-live.ts'

/** Routes to edit texts, prices and brand, and to publish them without a restart (app/admin/routes/content). */
export const contentRoutes = [
	reactPage(consolePaths.content, 'operator'),
	reactPage(`${consolePaths.contentBegin}/:kind`, 'operator'),
	action(`${consolePaths.contentBegin}/:kind`, 'operator', beginDraft),
	reactPage(consolePaths.contentFile, 'operator'),
	upload(consolePaths.contentFile, MAX_FORM_LENGTH, saveFile),
	upload(consolePaths.contentAutosave, MAX_FORM_LENGTH, autosaveFile),
	upload(consolePaths.contentLive, MAX_FORM_LENGTH, showLive),
	action(consolePaths.contentBlock, 'operator', editBlock),
	reactPage(consolePaths.contentHistory, 'operator'),
	reactPage(`${consolePaths.contentVersions}/:version`, 'operator'),
	action(`${consolePaths.contentVersions}/:version`, 'operator', restoreVersion),
	action(consolePaths.contentOrigin, 'operator', restoreOrigin),
	reactPage(consolePaths.contentSite, 'operator'),
	fileRoute(`${consolePaths.contentSiteFiles}/*`, 'operator', showSitePreviewFile),
	reactPage(consolePaths.contentEmails, 'operator'),
	fileRoute(consolePaths.contentEmailHtml, 'operator', showEmailHtml),
	reactPage(consolePaths.contentDocuments, 'operator'),
	fileRoute(consolePaths.contentDocumentFile, 'operator', sendDocument),
	reactPage(consolePaths.contentPublish, 'operator'),
	guardedAction(consolePaths.contentPublish, publish),
	guardedAction(consolePaths.contentSchedule, schedule),
	action(consolePaths.contentUnschedule, 'operator', unschedule),
	reactPage(consolePaths.contentReleases, 'operator'),
]
