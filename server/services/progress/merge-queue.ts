import { acceptEntries, type AcceptedEntries } from '#domain/progress/accept-entries.ts'
import type { CourseCatalog } from '#domain/progress/course-catalog.ts'
import { isSameEntry, mergeProgress } from '#domain/progress/merge-progress.ts'
import { entryId, type ProgressEntry } from '#domain/progress/progress-entry.ts'
import type { Db } from '#server/context.ts'
import { ServiceError } from '#server/errors.ts'

import { lockLearners, readProgressOf, writeProgressOf, type LearnerEntry } from './progress-rows.ts'

export type MergedProgress = { entries: ProgressEntry[]; refused: AcceptedEntries['refused'] }

export type Merge = { userId: string; reports: readonly ProgressEntry[]; nowMs: number; catalog: CourseCatalog }

type Waiting = Merge & { resolve: (merged: MergedProgress) => void; reject: (error: unknown) => void }

/** Transactions under way at once: one commits while the next one gathers. */
const MOST_TRANSACTIONS = 2
/** Bounds of one transaction, so that nobody waits long for others. */
const MOST_MERGES = 64
const MOST_REPORTS = 4000

function changedEntries(before: readonly ProgressEntry[], after: readonly ProgressEntry[]): ProgressEntry[] {
	const known = new Map(before.map((entry) => [entryId(entry), entry]))
	return after.filter((entry) => {
		const old = known.get(entryId(entry))
		return !old || !isSameEntry(old, entry)
	})
}

const accountGone = () => new ServiceError('unauthenticated', 'not_authenticated', 'Not authenticated')

/**
 * All merges of these calls in one transaction of three statements, in their order. A learner named twice merges twice.
 * @returns per call its result, or null where the account is gone although its token still lives
 */
async function mergeAll(db: Db, merges: readonly Merge[]): Promise<(MergedProgress | null)[]> {
	const userIds = [...new Set(merges.map(({ userId }) => userId))].toSorted()
	return db.transaction().execute(async (tx) => {
		const present = await lockLearners(tx, userIds)
		const before = await readProgressOf(tx, [...present])
		const after = new Map(before)
		const results = merges.map(({ userId, reports, nowMs, catalog }) => {
			if (!present.has(userId)) return null
			const held = after.get(userId) ?? []
			const { accepted, refused } = acceptEntries(held, reports, { catalog, nowMs })
			const entries = mergeProgress(held, accepted)
			after.set(userId, entries)
			return { entries, refused }
		})
		const written: LearnerEntry[] = [...after].flatMap(([userId, entries]) =>
			changedEntries(before.get(userId) ?? [], entries).map((entry) => ({ userId, entry })),
		)
		await writeProgressOf(tx, written)
		return results
	})
}

/**
 * Takes merges of many learners together into one transaction each time the database is free: under load the price of a
 * commit is shared, alone a merge starts at once. Each caller gets its own result, after its rows are durable.
 */
export class MergeQueue {
	readonly #db: Db
	#waiting: Waiting[] = []
	#underWay = 0

	constructor(db: Db) {
		this.#db = db
	}

	/** @throws ServiceError `unauthenticated` when the account is gone; whatever the database throws for this merge */
	add(merge: Merge): Promise<MergedProgress> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ ...merge, resolve, reject })
			// After this turn of the loop, so that requests that arrived together go together.
			if (this.#waiting.length === 1) setImmediate(() => this.#start())
		})
	}

	#start(): void {
		while (this.#underWay < MOST_TRANSACTIONS && this.#waiting.length > 0) {
			const batch = this.#takeBatch()
			this.#underWay += 1
			void this.#run(batch).finally(() => {
				this.#underWay -= 1
				this.#start()
			})
		}
	}

	#takeBatch(): Waiting[] {
		let reports = 0
		const end = this.#waiting.findIndex((merge, index) => {
			reports += merge.reports.length
			return index > 0 && (index >= MOST_MERGES || reports > MOST_REPORTS)
		})
		return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
	}

	async #run(batch: readonly Waiting[]): Promise<void> {
		try {
			const results = await mergeAll(this.#db, batch)
			for (const [index, { resolve, reject }] of batch.entries()) {
				const merged = results[index]
				if (merged) resolve(merged)
				else reject(accountGone())
			}
		} catch (error) {
			if (batch.length === 1) batch[0]?.reject(error)
			// One merge the database cannot take must not fail the others: each again, alone.
			else for (const merge of batch) await this.#run([merge])
		}
	}
}

const queues = new WeakMap<Db, MergeQueue>()

/** The queue of a database; all requests of a process share it. */
export function mergeQueueOf(db: Db): MergeQueue {
	const queue = queues.get(db) ?? new MergeQueue(db)
	queues.set(db, queue)
	return queue
}
