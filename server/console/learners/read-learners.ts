import type { Content } from '#content/load-content.server.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { progressKey } from '#domain/progress/progress-entry.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readDateFilter } from '#server/console/shell/date-filter.ts'
import { exportList, formatTime, idsOf } from '#server/console/shell/export-list.ts'
import { readListRequest, readListView } from '#server/console/shell/lists.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { readTag } from '#server/console/subscribers/segment-form.ts'
import { isUuid } from '#server/db/database.ts'
import { listProducts } from '#server/services/commerce/orders/list-products.ts'
import { openersOfCourse } from '#server/services/learning/certificates/course-evidence.ts'
import { PROGRESS_FILTERS, PROGRESS_WORDS, STALLED_DAYS } from '#server/services/learning/progress/progress-state.ts'
import { listTags } from '#server/services/people/tags/learner-tags.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import type { ListedLearner } from './find-learners.ts'
import {
	ACCESS_FILTERS,
	LEARNER_SORTS,
	type LearnerFilters,
	findSortedLearners,
	listLearners,
	readPageOfLearners,
	SORTS_IN_COURSE,
} from './list-learners.ts'

/**
 * Reads the filters. Progress counts the lessons of the selected course, or of all courses. The code of a product that is no longer
 * sold is kept: an old link to it must not list all learners.
 */
export function readLearnerFilters(params: URLSearchParams, content: Content): LearnerFilters {
	const course = content.courses.find(({ id }) => id === params.get('course'))
	const pages = course?.pages ?? content.allModulePages
	const { since, until } = readDays(params, content)
	return {
		access: ACCESS_FILTERS.find((each) => each === params.get('access')) ?? null,
		courseId: course?.id ?? null,
		product: readQuery(params.get('product') ?? undefined) || null,
		progress: PROGRESS_FILTERS.find((each) => each === params.get('progress')) ?? null,
		tag: readTag(params.get('tag')) || null,
		job: isUuid(params.get('job') ?? '') ? params.get('job') : null,
		since,
		until,
		opensIn: course ? openersOfCourse(course).courses : null,
		lessons: pages.flatMap(({ id, sections }) => sections.map((section) => progressKey.section(id, section.id))),
	}
}

const sortsOf = ({ courseId }: LearnerFilters) => (courseId === null ? LEARNER_SORTS : SORTS_IN_COURSE)

const readDays = (params: URLSearchParams, content: Content) => readDateFilter(params, siteZone(content))

/** Filters as in the URL; the activity log records them, too. */
const toWords = ({ access, courseId, product, progress, tag, job }: LearnerFilters, params: URLSearchParams, content: Content) => ({
	access: access ?? '',
	course: courseId ?? '',
	product: product ?? '',
	progress: progress ?? '',
	tag: tag ?? '',
	job: job ?? '',
	...readDays(params, content).typed,
})

/** Returns how many lessons a learner can finish; null if the list shows several courses, because few learners have them all. */
const countLessons = ({ courses }: Content, { courseId, lessons }: LearnerFilters): number | null =>
	courseId === null && courses.filter(({ pages }) => pages.length > 0).length > 1 ? null : lessons.length

export async function readLearners(request: ConsoleRequest) {
	const { searchParams } = request.url
	const { db, content } = request.ctx
	const typed = readQuery(searchParams.get('q') ?? undefined)
	const view = await readListView(request, 'learners')
	const filters = readLearnerFilters(searchParams, content)
	const tags = await listTags(db)
	const shown = {
		view,
		typed,
		filters: toWords(filters, searchParams, content),
		isRefused: readDays(searchParams, content).isRefused,
		states: PROGRESS_FILTERS.map((state) => [state, PROGRESS_WORDS[state]] as const),
		products: await listProducts(request.ctx, filters.product),
		tags,
		courses: content.courses.map(({ id, title }) => ({ id, title })),
		lessons: countLessons(content, filters),
		/** Days after which a learner has stalled. */
		days: STALLED_DAYS,
	}
	if (typed !== '') {
		const { rows, sort } = await findSortedLearners(db, searchParams, { ...filters, typed })
		return { ...shown, learners: rows, sort, next: null, total: null }
	}
	const listRequest = readListRequest(searchParams, sortsOf(filters), '-created')
	const { rows, next, total } = await readPageOfLearners(db, { ...listRequest, limit: view.pageRows + 1 }, filters)
	return { ...shown, learners: rows, sort: listRequest.sort.name, next, total }
}

/** Words for access, as in the list. */
const ACCESS_WORDS = { open: 'has access', unclaimed: 'has access (not signed in yet)', suspended: 'suspended', ended: 'ended' }

export const learnerFile = exportList<ListedLearner>(consolePaths.learners, {
	kind: 'account',
	columns: [
		['learner', (row) => row.id],
		['email', (row) => row.email ?? ''],
		['phone', (row) => row.phone ?? '', 'learner'],
		['name', (row) => row.name ?? '', 'learner'],
		['account since', (row) => formatTime(row.created_at)],
		['last signed in', (row) => formatTime(row.last_sign_in_at)],
		['last activity', (row) => row.last_active_at?.toISOString().slice(0, 10) ?? ''],
		['access', ({ access }) => (access === null ? '' : ACCESS_WORDS[access])],
		['access ends', (row) => formatTime(row.ends_at), 'access'],
		['tags', (row) => row.tags.join(', ')],
		['finished lessons', (row) => row.finished, 'progress'],
	],
	openSource({ db, content }, params) {
		const typed = readQuery(params.get('q') ?? undefined)
		const shown = readLearnerFilters(params, content)
		const filters = { ...toWords(shown, params, content), search: typed !== '' }
		if (typed !== '') return { sort: null, filters, read: async () => (await findSortedLearners(db, params, { ...shown, typed })).rows }
		const { sort } = readListRequest(params, sortsOf(shown), '-created')
		return {
			sort,
			filters,
			read: (page) => listLearners(db, page, shown).execute(),
			readIds: (page) => idsOf(db, listLearners(db, page, shown)),
		}
	},
})
