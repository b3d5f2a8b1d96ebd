import { callApi } from '#app/lib/own-api.ts'
import type { AccountApi } from '#app/lib/records/account-sync.ts'
import { AccountSync } from '#app/lib/records/use-account-sync.ts'
import type { MergePlannerResponse, PlannerResponse } from '#contracts/planner.ts'
import { toSentWeek } from '#domain/planner/merge-weeks.ts'
import type { PlannerWeek } from '#domain/planner/planner-week.ts'

import { parseWeeks, plannerStore } from './planner-store.ts'

const account: AccountApi<PlannerWeek> = {
	batch: 1,
	async list() {
		const items: PlannerWeek[] = []
		let page = await callApi<PlannerResponse>('/api/planner')
		items.push(...parseWeeks(page.weeks))
		while (page.next) {
			page = await callApi<PlannerResponse>(`/api/planner?before=${page.next}`)
			items.push(...parseWeeks(page.weeks))
		}
		return { items, storage: page.storage }
	},
	async merge([week], how) {
		const answer = await callApi<MergePlannerResponse>('/api/planner/merge', { body: week && toSentWeek(week), ...how })
		return { items: parseWeeks([answer.week]), storage: answer.storage }
	},
}

export const plannerSync = new AccountSync({ store: plannerStore, account, quietMs: 1500 })
