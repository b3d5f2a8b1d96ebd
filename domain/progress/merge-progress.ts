import { entryId, isToggle, type MONOTONE_KINDS, type ProgressEntry } from './progress-entry.ts'

type Comparison = (a: ProgressEntry, b: ProgressEntry) => number

const byDone: Comparison = (a, b) => Number(a.done) - Number(b.done)
const byLater: Comparison = (a, b) => a.changedAt - b.changedAt
const byEarlier: Comparison = (a, b) => b.changedAt - a.changedAt

const ratio = ({ detail }: ProgressEntry) => {
	const { score, total } = detail ?? {}
	return typeof score === 'number' && typeof total === 'number' && total > 0 ? score / total : -1
}
const byScore: Comparison = (a, b) => ratio(a) - ratio(b)

const detailText = ({ detail }: ProgressEntry) =>
	detail === undefined ? '' : JSON.stringify(Object.entries(detail).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const byDetail: Comparison = (a, b) => (detailText(a) < detailText(b) ? -1 : Number(detailText(a) > detailText(b)))

/**
 * Criteria for comparing two reports of the same entry, by kind. The first difference decides. The last criterion breaks all ties, so that
 * the result depends neither on the caller nor on the order of arrival.
 */
const RANK = {
	toggle: [byLater, byDone, byDetail],
	section: [byDone, byLater, byDetail], // the last visit, for "continue where you left off"
	module: [byDone, byEarlier, byDetail], // the first completion
	reading: [byDone, byLater, byDetail], // the last reading position
	'lesson-quiz': [byDone, byScore, byLater, byDetail], // the best attempt
	'quiz-result': [byDone, byLater, byDetail],
	'study-week': [byDone, byEarlier, byDetail],
} as const satisfies Record<string, readonly Comparison[]>

const rankOf = ({ kind }: ProgressEntry): readonly Comparison[] =>
	isToggle(kind) ? RANK.toggle : RANK[kind as (typeof MONOTONE_KINDS)[number]] // safe: the other kinds are toggles

export function betterEntry(a: ProgressEntry, b: ProgressEntry): ProgressEntry {
	for (const compare of rankOf(a)) {
		const order = compare(a, b)
		if (order !== 0) return order > 0 ? a : b
	}
	return a
}

/**
 * Merges two progress records, and keeps the better report of each entry. Commutative, associative and idempotent, so merges may be
 * repeated and done in any order.
 * @returns entries sorted by kind and key
 */
export function mergeProgress(ours: readonly ProgressEntry[], theirs: readonly ProgressEntry[]): ProgressEntry[] {
	const merged = new Map<string, ProgressEntry>()
	for (const entry of [...ours, ...theirs]) {
		const id = entryId(entry)
		const held = merged.get(id)
		merged.set(id, held ? betterEntry(held, entry) : entry)
	}
	return [...merged.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}

export const isSameEntry = (a: ProgressEntry, b: ProgressEntry): boolean =>
	a.kind === b.kind && a.key === b.key && a.done === b.done && a.changedAt === b.changedAt && detailText(a) === detailText(b)
