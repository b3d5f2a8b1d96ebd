import { callApi } from '#app/lib/own-api.ts'
import type { Account, MergeOptions } from '#app/lib/records/account-sync.ts'
import { AccountSync } from '#app/lib/records/use-account-sync.ts'
import type { MergeProgressResponse } from '#contracts/progress.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

import { progressStore } from './progress-store.ts'
import { parseEntries } from './stored-progress.ts'

type MergeCall = (entries: readonly ProgressEntry[], how?: MergeOptions) => Promise<MergeProgressResponse>

const callMerge: MergeCall = (entries, how) => callApi('/api/progress/merge', { body: { entries }, ...how })

/** Account adapter for progress. One call sends all unsent entries and returns everything the account has. */
export const progressAccount = (call: MergeCall = callMerge): Account<ProgressEntry> => ({
	batch: Number.POSITIVE_INFINITY,
	merge: async (entries, how) => ({ items: parseEntries((await call(entries, how)).entries) }),
})

export const progressSync = new AccountSync({ store: progressStore, account: progressAccount(), quietMs: 800 })
