import { callApi } from '#app/lib/own-api.ts'
import type { AccountApi } from '#app/lib/records/account-sync.ts'
import { useRecords } from '#app/lib/records/record-store.ts'
import { AccountSync } from '#app/lib/records/use-account-sync.ts'
import type { MergeRecallResponse, RecallResponse } from '#contracts/recall.ts'
import type { LessonMemory } from '#domain/recall/recall-schedule.ts'

import { parseMemories, recallStore } from './recall-store.ts'

const account: AccountApi<LessonMemory> = {
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
