import { consolePaths } from '#contracts/console-paths.ts'
import { exportList, formatTime, idsOf } from '#server/console/shell/export-list.ts'
import { readAsked } from '#server/console/shell/lists.ts'
import { readQuery } from '#server/console/shell/look-up.ts'

import { findLearners, LEARNER_SORTS, type ListedLearner, listLearners } from './find-learners.ts'
import { readLearnerFilters } from './read-learners.ts'

export const learnerFile = exportList<ListedLearner>(consolePaths.learners, {
	kind: 'account',
	columns: [
		['learner', (row) => row.id],
		['email', (row) => row.email ?? '', 'learner'],
		['phone', (row) => row.phone ?? '', 'learner'],
		['name', (row) => row.name ?? ''],
		['account since', (row) => formatTime(row.created_at)],
		['last signed in', (row) => formatTime(row.last_sign_in_at)],
		['access', (row) => row.access ?? ''],
	],
	ask({ db, content }, params) {
		const typed = readQuery(params.get('q') ?? undefined)
		const asked = readLearnerFilters(params, content)
		const filters = { access: asked.access ?? '', course: asked.course, search: typed !== '' }
		if (typed !== '') return { sort: null, filters, read: () => findLearners(db, typed) }
		const { sort } = readAsked(params, LEARNER_SORTS, '-created')
		return {
			sort,
			filters,
			read: (page) => listLearners(db, page, asked).execute(),
			readIds: (page) => idsOf(db, listLearners(db, page, asked)),
		}
	},
})
