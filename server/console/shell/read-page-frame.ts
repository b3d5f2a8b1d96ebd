import { consolePaths } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'
import { isUuid } from '#server/db/database.ts'
import { brandStyle } from '#server/http/react/assets.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { countDrafts } from '#server/services/operations/releases/read-releases.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { formatNoticeEnd } from './access-end.ts'
import type { ConsoleRequest } from './console-request.ts'
import { findNotice } from './flash-messages.ts'
import { findEntry, findPagesAbove, NAVIGATION_GROUPS, NAVIGATION } from './navigation.ts'

/** Maximum count, because the navigation shows at most "99+". */
const MAX_COUNT = 100

async function countOpenTickets({ db }: Pick<ServiceContext, 'db'>): Promise<number> {
	const rows = await db.selectFrom('support_tickets').select('id').where('status', '=', 'open').limit(MAX_COUNT).execute()
	return rows.length
}

const OF_COURSE = /^(?:course|courses|tracks)\//
const FILE_PAGES = [consolePaths.contentFile, consolePaths.contentHistory, consolePaths.contentVersions]
/** Settings page of each file. */
const OF_SETTINGS: Readonly<Record<string, string>> = {
	'brand.json': 'brand',
	'heading-font.json': 'brand',
	'logo.svg': 'brand',
	'logo-dark.svg': 'brand',
	'offers.json': 'prices',
}
const BEGUN: readonly string[] = ['lesson', 'module', 'course'].map((kind) => `${consolePaths.contentBegin}/${kind}`)

/** Returns the path that selects a page's entry in the navigation: lessons are below Course. */
function placeOf({ pathname, searchParams }: URL): string {
	if (pathname === `${consolePaths.contentBegin}/offer`) return `${consolePaths.settings}/prices${pathname}`
	const file = FILE_PAGES.some((page) => `${pathname}/`.startsWith(`${page}/`)) ? (searchParams.get('path') ?? '') : ''
	const subject = OF_SETTINGS[file]
	if (subject !== undefined) return `${consolePaths.settings}/${subject}${pathname}`
	return BEGUN.includes(pathname) || OF_COURSE.test(file) ? `${consolePaths.course}${pathname}` : pathname
}

/** Returns the empty inbox tabs that can't receive anything, because no public page has their form. */
async function listUnusedTabs({ db, content }: ServiceContext): Promise<string[]> {
	const isEmpty = async (table: 'job_applications' | 'early_access_requests') =>
		(await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined
	const hasEarlyAccess = content.allTaughtModules.some(({ completion }) => completion.earlyAccess !== null)
	return [
		...(isHiddenPage(content.site, paths.careers) && (await isEmpty('job_applications')) ? [consolePaths.applications] : []),
		...(!hasEarlyAccess && (await isEmpty('early_access_requests')) ? [consolePaths.earlyAccess] : []),
	]
}

/** Reads the data for every page of the React app. `?notice=` names the last action. */
export async function readPageFrame({ ctx, ctx: { content, config }, by, url }: ConsoleRequest) {
	const open: Partial<Record<string, number>> = {
		[consolePaths.tickets]: await countOpenTickets(ctx),
		[consolePaths.contentPublish]: by.role === 'operator' ? await countDrafts(ctx.db) : 0,
	}
	return {
		siteName: content.site.name,
		brandStyle: brandStyle(content).href,
		email: by.email,
		role: by.role,
		formToken: by.formToken,
		isProven: by.isProven,
		timeZone: siteZone(content),
		now: ctx.now(),
		navigation: NAVIGATION_GROUPS.map((group) => ({
			group,
			entries: NAVIGATION.filter((entry) => entry.group === group && (entry.role === 'support' || by.role === 'operator')).map((entry) => ({
				label: entry.label,
				href: entry.href,
				isCurrent: entry === findEntry(placeOf(url)),
				open: open[entry.href] ?? 0,
			})),
		})).filter(({ entries }) => entries.length > 0),
		above: findPagesAbove(placeOf(url)),
		unusedTabs: findEntry(placeOf(url))?.href === consolePaths.tickets ? await listUnusedTabs(ctx) : [],
		/** Activity log entry that the notice offers to undo. */
		undo: isUuid(url.searchParams.get('undo') ?? '') ? url.searchParams.get('undo') : null,
		notice: findNotice(url.searchParams.get('notice'), {
			isMailSandbox: config.email.mode === 'outbox',
			ends: formatNoticeEnd(content, url.searchParams.get('ends')),
		}),
	}
}

/** @throws ServiceError page_not_found (404), shown inside the console */
export const refuseUnknownPage = (): never => {
	throw new ServiceError('not-found', 'page_not_found', 'We can’t find that page.')
}
