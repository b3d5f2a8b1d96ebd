import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readListView } from '#server/console/shell/list-view.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { readAsked, toSortedPage } from '#server/console/shell/sorting.ts'
import { STUCK_DAYS } from '#server/services/people/lifecycle/rules.ts'

import { findLearners, LEARNER_SORTS, listLearners, listStuck } from './find-learners.ts'

async function readStuck({ ctx }: ConsoleRequest, before: string | undefined) {
	const { rows, next } = await listStuck(ctx.db, { now: ctx.now(), before })
	return { stuck: rows, days: STUCK_DAYS, next }
}

export async function readLearners(request: ConsoleRequest) {
	const { searchParams } = request.url
	const { db } = request.ctx
	const before = searchParams.get('before') ?? undefined
	if (searchParams.get('show') === 'stuck') return readStuck(request, before)
	const typed = readQuery(searchParams.get('q') ?? undefined)
	const view = await readListView(request, 'learners')
	if (typed !== '') return { view, typed, learners: await findLearners(db, typed), sort: null, next: null }
	const asked = readAsked(searchParams, LEARNER_SORTS, '-created')
	const { rows, next } = toSortedPage(await listLearners(db, { ...asked, limit: view.pageRows + 1 }).execute(), { size: view.pageRows })
	return { view, typed, learners: rows, sort: asked.sort.name, next }
}
