import { callApi } from '#app/lib/own-api.ts'
import type { Account } from '#app/lib/records/account-sync.ts'
import { type AccountState, AccountSync, useAccountSync } from '#app/lib/records/use-account-sync.ts'
import { useRecords } from '#app/lib/records/use-records.ts'
import type { MergeRecallResponse, RecallResponse } from '#contracts/recall.ts'
import type { LessonMemory } from '#domain/recall/remembered.ts'

import { parseMemories, recallStore } from './recall-store.ts'

const account: Account<LessonMemory> = {
	batch: 1,
	async list() {
		const { memories, storage, now } = await callApi<RecallResponse>('/api/recall')
		recallStore.correctClock(now)
		return { items: parseMemories(memories), storage }
	},
	async merge([body], how) {
		const { memory, storage, now } = await callApi<MergeRecallResponse>('/api/recall/merge', { body, ...how })
		recallStore.correctClock(now)
		return { items: parseMemories([memory]), storage }
	},
}

export const recallSync = new AccountSync({ store: recallStore, account, quietMs: 1500 })

export const useRecall = () => useRecords(recallStore)

/**
 * Keeps browser and account the same while a learner is signed in. Used once on a page.
 * @param isProgressKnown the account has heard of the learner's progress, by which it decides which module is open
 */
export const useRecallSync = (isProgressKnown: boolean): AccountState => useAccountSync(recallSync, isProgressKnown)
