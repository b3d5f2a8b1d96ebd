import { checkLinksToHidden, countLinksTo, listHiddenPages, replaceLinksToHidden } from '#content/check/hidden-pages.ts'
import { withoutRemoved } from '#content/check/removed-parts.ts'
import type { Edits } from '#content/sources.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { HIDEABLE_PAGES, type HideablePage } from '#domain/site/hidden-pages.ts'
import type { ConsoleActionRequest, Fields } from '#server/console/shell/console-request.ts'
import type { Db } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { listFiles, requireFile } from './files.ts'
import { listPublicAddresses } from './page-addresses.ts'
import { planDrafts } from './plan-release.ts'
import { rewriteFiles } from './rewrite-files.ts'
import { readNewestAndLive, versionText } from './versions.ts'

/** Returns the pages that are turned off in the newest version of site.json, which may be a draft. */
export async function readHiddenPages(db: Db) {
	const { newest } = await readNewestAndLive(db, 'site.json')
	return listHiddenPages(new Map([['site.json', versionText(newest, requireFile('site.json'))]]))
}

/** Files of the pages that are suggested as link targets, in this order. Pages added by operators follow. */
const SUGGESTED = [
	'marketing/signup.json',
	'marketing/landing.json',
	'free-trial/page.json',
	'marketing/home.json',
	'blog.json',
	'library.json',
	'company/contact.json',
]

/** Lists the newest texts, without those of removed lessons and modules. */
const listTexts = (edits: Edits) =>
	withoutRemoved(new Map(listFiles(edits).map(({ path, origin }) => [path, edits[path] ?? origin])), new Set())

/** Lists the texts, drafts included, with links to pages that are turned off. */
function findHiddenLinks(edits: Edits) {
	const all = listTexts(edits)
	const hiddenPages = listHiddenPages(all)
	const counted = [...all].map(([path, text]) => ({
		path,
		links: checkLinksToHidden(path, text, hiddenPages).length,
	}))
	return { hiddenPages, files: counted.filter(({ links }) => links > 0) }
}

function listTargets({ content }: ServiceContext, edits: Edits): [address: string, title: string][] {
	const hiddenPages = listHiddenPages(new Map([['site.json', edits['site.json'] ?? requireFile('site.json').origin]]))
	// A deleted text is empty.
	const titles = new Map(listFiles(edits).flatMap(({ path, title, origin }) => ((edits[path] ?? origin) === '' ? [] : [[path, title]])))
	const addresses = listPublicAddresses(content)
	return [...SUGGESTED, ...content.ownPages.map(({ file }) => file)].flatMap((file) => {
		const [address, title] = [addresses.get(file), titles.get(file)]
		return address === undefined || title === undefined || hiddenPages.some((page) => address === `/${page}`) ? [] : [[address, title]]
	})
}

/** Returns the number of links to pages that are turned off, and the pages they could lead to instead; null if there are none. */
export function readHiddenLinks(ctx: ServiceContext, edits: Edits) {
	const count = findHiddenLinks(edits).files.reduce((sum, { links }) => sum + links, 0)
	return count === 0 ? null : { count, targets: listTargets(ctx, edits) }
}

/** Lists the pages that can be turned off, each with the number of links to it. */
export async function listHideablePages(ctx: ServiceContext) {
	const texts = [...listTexts((await planDrafts(ctx)).edits)]
	return Object.entries(HIDEABLE_PAGES).map(([page, title]) => {
		const links = texts.reduce((sum, [file, text]) => sum + countLinksTo(page as HideablePage, file, text), 0)
		return [page, title, `/${page} · ${links === 0 ? 'no links' : countNoun(links, 'link')} in texts`] as const
	})
}

/** Lists the pages that links to turned-off pages could lead to instead. */
export const readLinkTargets = async (ctx: ServiceContext) => listTargets(ctx, (await planDrafts(ctx)).edits)

/**
 * Points all links to pages that are turned off to another page, as drafts.
 * @param field name of the form's field, for the refusal
 * @returns how many links were changed
 * @throws ServiceError link_target_missing (422)
 */
export async function replaceHiddenLinks(request: ConsoleActionRequest, { to, field }: { to: string; field: string }): Promise<number> {
	const { edits } = await planDrafts(request.ctx)
	if (!listTargets(request.ctx, edits).some(([address]) => address === to)) {
		const message = 'Choose a page that isn’t turned off.'
		throw new ServiceError('unprocessable', 'link_target_missing', message, { fields: { [field]: message } })
	}
	const { hiddenPages, files } = findHiddenLinks(edits)
	await rewriteFiles(request, {
		files: files.map(({ path }) => path),
		becauseOf: 'site.json',
		rewrite: (file, text) => replaceLinksToHidden(file, text, { hiddenPages, to }),
	})
	return files.reduce((sum, { links }) => sum + links, 0)
}

export async function changeHiddenLinks(request: ConsoleActionRequest, { to = '' }: Fields) {
	await replaceHiddenLinks(request, { to, field: 'to' })
	return request.c.redirect(`${consolePaths.contentPublish}?notice=links-changed`, 303)
}
