import { places } from '#server/console/shell/places.ts'
import { action, page, reactPage, upload, withOwnTransaction } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'

import { showPreviewPage } from './preview.ts'
import { publish, rollBack } from './publish.ts'
import { showSitePreviewFile, startSitePreview } from './read-site-preview.ts'
import { restoreOrigin, restoreVersion } from './restore-version.ts'
import { LONGEST_FORM, saveFile } from './save-file.ts'

async function startPublishing(work: Work, { confirmed = '', release = '' }: Readonly<Record<string, string>>) {
	const hasBegun = await (release === '' ? publish(work, confirmed) : rollBack(work, release))
	return work.c.redirect(`${places.contentPublish}?said=${hasBegun ? 'content-publishing' : 'content-busy'}`, 303)
}

/** Texts, prices and brand, edited here and published without a restart (app/admin/routes/content). */
export const contentRoutes = [
	reactPage(places.content, 'operator'),
	reactPage(places.contentFile, 'operator'),
	upload(places.contentFile, LONGEST_FORM, saveFile),
	reactPage(places.contentHistory, 'operator'),
	reactPage(`${places.contentVersions}/:version`, 'operator'),
	action(`${places.contentVersions}/:version`, 'operator', restoreVersion),
	action(places.contentOrigin, 'operator', restoreOrigin),
	reactPage(places.contentPreview, 'operator'),
	page(places.contentPreviewPage, 'operator', showPreviewPage),
	reactPage(places.contentSite, 'operator'),
	withOwnTransaction(action(places.contentSite, 'operator', startSitePreview)),
	page(`${places.contentSiteFiles}/*`, 'operator', showSitePreviewFile),
	reactPage(places.contentPublish, 'operator'),
	withOwnTransaction(action(places.contentPublish, 'operator', startPublishing)),
]
