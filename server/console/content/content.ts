import { places } from '#server/console/shell/places.ts'
import { action, guardedAction, page, reactPage, upload } from '#server/console/shell/route.ts'

import { beginDraft } from './begin-draft.ts'
import { editBlock } from './edit-block.ts'
import { publish } from './publish.ts'
import { showEmailHtml } from './read-email-preview.ts'
import { showSitePreviewFile } from './read-site-preview.ts'
import { restoreOrigin, restoreVersion } from './restore-version.ts'
import { autosaveFile, LONGEST_FORM, saveFile } from './save-file.ts'
import { schedule, unschedule } from './schedule.ts'
import { showLive } from './show-live.ts'

/** Texts, prices and brand, edited here and published without a restart (app/admin/routes/content). */
export const contentRoutes = [
	reactPage(places.content, 'operator'),
	reactPage(`${places.contentBegin}/:kind`, 'operator'),
	action(`${places.contentBegin}/:kind`, 'operator', beginDraft),
	reactPage(places.contentFile, 'operator'),
	upload(places.contentFile, LONGEST_FORM, saveFile),
	upload(places.contentAutosave, LONGEST_FORM, autosaveFile),
	upload(places.contentLive, LONGEST_FORM, showLive),
	action(places.contentBlock, 'operator', editBlock),
	reactPage(places.contentHistory, 'operator'),
	reactPage(`${places.contentVersions}/:version`, 'operator'),
	action(`${places.contentVersions}/:version`, 'operator', restoreVersion),
	action(places.contentOrigin, 'operator', restoreOrigin),
	reactPage(places.contentSite, 'operator'),
	page(`${places.contentSiteFiles}/*`, 'operator', showSitePreviewFile),
	reactPage(places.contentEmails, 'operator'),
	page(places.contentEmailHtml, 'operator', showEmailHtml),
	reactPage(places.contentPublish, 'operator'),
	guardedAction(places.contentPublish, publish),
	guardedAction(places.contentSchedule, schedule),
	action(places.contentUnschedule, 'operator', unschedule),
	reactPage(places.contentReleases, 'operator'),
]
