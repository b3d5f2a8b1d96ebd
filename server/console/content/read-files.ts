import { isTextOfPages } from '#content/check/hidden-pages.ts'
import type { Content } from '#content/load-content.server.ts'
import { OWN_PAGE_FILE } from '#content/own-pages.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readQuery } from '#server/console/shell/look-up.ts'

import { PAGES_LISTED_FIRST } from './files.ts'
import { findTexts } from './find-texts.ts'
import { readHiddenPages } from './hidden-links.ts'
import { listDeleted } from './list-deleted.ts'
import { listPublicAddresses } from './page-addresses.ts'
import { readNoticeUndo } from './read-notice-undo.ts'

type Listed = Awaited<ReturnType<typeof findTexts>>['files'][number]

const STATES = ['draft', 'published'] as const

/**
 * Returns a function that compares texts of a group: lessons are in course order, articles newest first with drafts on top, pages by
 * title after the main ones. With a search, matching titles come before matching texts.
 */
function orderOf({ allModulePages, articles }: Content) {
	const ordered = [
		...PAGES_LISTED_FIRST,
		...articles.map(({ id }) => `articles/${id}.md`),
		...allModulePages.flatMap(({ id, sections }) =>
			[`module.json`, ...sections.flatMap(({ lessonId }) => (lessonId === null ? [] : [`lessons/${lessonId}.md`]))].map(
				(file) => `course/module-${id}/${file}`,
			),
		),
	]
	const places = new Map(ordered.map((file, place) => [file, place]))
	const placeOf = ({ path, group }: Listed) => places.get(path) ?? (group === 'Articles' ? -1 : ordered.length)
	return (one: Listed, other: Listed) =>
		Number(other.isNamed) - Number(one.isNamed) ||
		placeOf(one) - placeOf(other) ||
		one.title.localeCompare(other.title, 'en', { numeric: true, sensitivity: 'base' })
}

/** Lists everything that can be edited, by group. `?q=` searches titles, paths and texts; `?state=` finds drafts or published changes. */
export async function readFilesPage(request: ConsoleRequest) {
	const { ctx, url } = request
	const { searchParams } = url
	const q = readQuery(searchParams.get('q') ?? undefined)
	const state = STATES.find((each) => each === searchParams.get('state')) ?? null
	const { files, drafts } = await findTexts(ctx, q)
	const found = files.filter((file) => state === null || file.state === state)
	const addresses = listPublicAddresses(ctx.content)
	const hidden = await readHiddenPages(ctx.db)
	const groupOf = ({ group, path }: Listed) =>
		group === 'Pages' && !addresses.has(path) && !isTextOfPages(hidden, path) && !OWN_PAGE_FILE.test(path) ? 'Texts without a page' : group
	const groups = [...Map.groupBy(found, groupOf)]
	const present = ({ path, title, state: its, changedAt, isOriginNew }: Listed) => {
		return {
			path,
			title,
			address: addresses.get(path) ?? null,
			state: its ?? 'original',
			changedAt,
			isOriginNew,
			isOff: isTextOfPages(hidden, path),
		}
	}
	return {
		q,
		state,
		drafts,
		groups: groups.map(([name, own]) => ({ name, files: own.toSorted(orderOf(ctx.content)).map(present) })),
		deleted: state === null ? (await listDeleted(ctx.db)).filter(({ title }) => title.toLowerCase().includes(q.toLowerCase())) : [],
		noticeUndo: await readNoticeUndo(request),
	}
}
