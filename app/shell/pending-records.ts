import { notesSync } from '#app/features/notes/use-notes.ts'
import { plannerSync } from '#app/features/planner/planner-account.ts'
import { progressSync } from '#app/features/progress/use-progress-sync.ts'
import { readUserId } from '#app/lib/stored-session.ts'

import { lessonRecords } from './lesson-records.ts'

const others = [notesSync, ...lessonRecords, plannerSync]

/** Runs `then` once progress is synced, because the account only accepts records of sections that the progress has opened. */
function whenProgressIsKnown(then: () => void): void {
	const isKnown = () => !['idle', 'syncing'].includes(progressSync.read())
	if (isKnown()) return then()
	const stop = progressSync.subscribe(() => {
		if (!isKnown()) return
		stop()
		then()
	})
}

/** Sends records that the account hasn't confirmed, from any page. Without such records, there is no request. */
export function sendPendingRecords(): void {
	const userId = readUserId()
	if (userId === null) return
	if (!others.some((sync) => sync.isPending(userId))) return progressSync.startIfPending(userId)
	if (progressSync.read() === 'idle') progressSync.start(userId)
	whenProgressIsKnown(() => {
		if (readUserId() === userId) for (const sync of others) sync.startIfPending(userId)
	})
}
