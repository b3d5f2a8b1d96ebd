import { readQuery, toPlaceOf } from '#server/console/shell/look-up.ts'
import { toPage } from '#server/console/shell/paging.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import { STUCK_DAYS } from '#server/services/people/lifecycle/rules.ts'

import { findLearners, listLearners, listStuck } from './find-learners.ts'

async function readStuck({ ctx }: ConsoleRequest, before: string | undefined) {
	const { rows, next } = await listStuck(ctx.db, { now: ctx.now(), before })
	return { stuck: rows, days: STUCK_DAYS, next }
}

/** Learners, newest first; those who have stalled; or those found by a search. */
export async function readLearners(work: ConsoleRequest) {
	const { searchParams } = work.url
	const { db } = work.ctx
	const before = searchParams.get('before') ?? undefined
	if (searchParams.get('show') === 'stuck') return readStuck(work, before)
	const typed = readQuery(searchParams.get('q') ?? undefined)
	if (typed !== '') return { typed, learners: await findLearners(db, typed), next: null }
	const { rows, next } = toPage(await listLearners(db, before), toPlaceOf)
	return { typed, learners: rows, next }
}
