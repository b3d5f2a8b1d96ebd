import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { exportList, formatTime, idsOf } from '#server/console/shell/export-list.ts'
import { readListRequest, readListView, toSortedPage } from '#server/console/shell/lists.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { openersOfCourse } from '#server/services/learning/certificates/course-evidence.ts'
import { STUCK_DAYS } from '#server/services/people/lifecycle/rules.ts'

import {
	ACCESS_FILTERS,
	findLearners,
	LEARNER_SORTS,
	type LearnerFilters,
	type ListedLearner,
	listLearners,
	listStalledLearners,
	readLearnersById,
} from './find-learners.ts'

/** Reads the filters by access and course. Progress counts the lessons of the course, without one those of all courses. */
export function readLearnerFilters(params: URLSearchParams, content: Content): LearnerFilters & { course: string } {
	const course = content.courses.find(({ id }) => id === params.get('course'))
	const pages = course?.pages ?? content.allModulePages
	return {
		access: ACCESS_FILTERS.find((each) => each === params.get('access')) ?? null,
		course: course?.id ?? '',
		opensIn: course ? openersOfCourse(course).courses : null,
		lessons: pages.flatMap(({ id, sections }) => sections.map((section) => progressKey.section(id, section.id))),
	}
}

/** Returns how many lessons a learner can finish; null if the list shows several courses, because few learners have them all. */
const countLessons = ({ courses }: Content, { course, lessons }: ReturnType<typeof readLearnerFilters>): number | null =>
	course === '' && courses.filter(({ pages }) => pages.length > 0).length > 1 ? null : lessons.length

/** Reads the stalled learners: with a search, those among its results. */
async function readStuck({ ctx: { db, content, now }, url: { searchParams } }: ConsoleRequest, before: string | undefined) {
	const typed = readQuery(searchParams.get('q') ?? undefined)
	const filters = readLearnerFilters(new URLSearchParams(), content)
	const found = await findLearners(db, typed)
	const [ids, emails] = [found.map(({ id }) => id), found.flatMap(({ email }) => email ?? [])]
	const isLeftOut = typed === '' ? undefined : sql`not (coalesce(user_id = any(${ids}::uuid[]), false) or email = any(${emails}::text[]))`
	const { rows, next } = await listStalledLearners(db, { now: now(), before, ...(isLeftOut && { isLeftOut }) })
	const accounts = await readLearnersById(
		db,
		rows.flatMap(({ user_id: id }) => id ?? []),
		filters.lessons,
	)
	return {
		stuck: rows.map((row) => ({ ...row, learner: accounts.find(({ id }) => id === row.user_id) })),
		days: STUCK_DAYS,
		lessons: countLessons(content, filters),
		typed,
		next,
	}
}

export async function readLearners(request: ConsoleRequest) {
	const { searchParams } = request.url
	const { db, content } = request.ctx
	const before = searchParams.get('before') ?? undefined
	if (searchParams.get('show') === 'stuck') return readStuck(request, before)
	const typed = readQuery(searchParams.get('q') ?? undefined)
	const view = await readListView(request, 'learners')
	const filters = readLearnerFilters(searchParams, content)
	const shown = {
		view,
		typed,
		filters: { access: filters.access ?? '', course: filters.course },
		courses: content.courses.map(({ id, title }) => ({ id, title })),
		lessons: countLessons(content, filters),
	}
	if (typed !== '') return { ...shown, learners: await findLearners(db, typed, filters.lessons), sort: null, next: null }
	const listRequest = readListRequest(searchParams, LEARNER_SORTS, '-created')
	const { rows, next } = toSortedPage(await listLearners(db, { ...listRequest, limit: view.pageRows + 1 }, filters).execute(), {
		size: view.pageRows,
	})
	return { ...shown, learners: rows, sort: listRequest.sort.name, next }
}

export const learnerFile = exportList<ListedLearner>(consolePaths.learners, {
	kind: 'account',
	columns: [
		['learner', (row) => row.id],
		['email', (row) => row.email ?? ''],
		['phone', (row) => row.phone ?? '', 'learner'],
		['name', (row) => row.name ?? '', 'learner'],
		['account since', (row) => formatTime(row.created_at)],
		['last signed in', (row) => formatTime(row.last_sign_in_at)],
		['access', (row) => row.access ?? ''],
		['finished lessons', (row) => row.finished, 'progress'],
	],
	openSource({ db, content }, params) {
		const typed = readQuery(params.get('q') ?? undefined)
		const shown = readLearnerFilters(params, content)
		const filters = { access: shown.access ?? '', course: shown.course, search: typed !== '' }
		if (typed !== '') return { sort: null, filters, read: () => findLearners(db, typed, shown.lessons) }
		const { sort } = readListRequest(params, LEARNER_SORTS, '-created')
		return {
			sort,
			filters,
			read: (page) => listLearners(db, page, shown).execute(),
			readIds: (page) => idsOf(db, listLearners(db, page, shown)),
		}
	},
})
