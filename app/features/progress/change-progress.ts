import { betterEntry, isSameEntry, mergeProgress } from '#domain/progress/merge-progress.ts'
import { entryId, isToggle, type ProgressEntry } from '#domain/progress/progress-entry.ts'

import { EMPTY_PROGRESS, type StoredProgress } from './stored-progress.ts'

/** What a page reports; the store adds the time. */
export type ProgressFact = Omit<ProgressEntry, 'changedAt'>

const addIds = (ids: readonly string[], more: readonly string[]) => [...new Set([...ids, ...more])].toSorted()

/**
 * Takes in what the learner just did.
 * @param nowMs the browser's clock. A toggle is always later than the one it replaces, even where this clock is behind
 */
export function recordFact(progress: StoredProgress, fact: ProgressFact, nowMs: number): StoredProgress {
	const id = entryId(fact)
	const held = progress.entries.find((entry) => entryId(entry) === id)
	const earliest = held && isToggle(fact.kind) ? held.changedAt + 1 : 0
	const reported: ProgressEntry = { ...fact, changedAt: Math.max(nowMs, earliest) }
	const entry = held ? betterEntry(reported, held) : reported
	if (held && isSameEntry(held, entry)) return progress
	// A completed module may open the account to reports it refused before.
	const fresh = fact.kind === 'module' ? progress.entries.map(entryId) : []
	return { ...progress, entries: mergeProgress(progress.entries, [entry]), unsent: addIds(progress.unsent, [...fresh, id]) }
}

/** Union with what another tab wrote. A record of another learner replaces ours: that tab saw who signed in. */
export function takeOver(ours: StoredProgress, theirs: StoredProgress): StoredProgress {
	if (ours.owner !== null && theirs.owner !== null && ours.owner !== theirs.owner) return theirs
	const known = new Map(theirs.entries.map((entry) => [entryId(entry), entry]))
	const entries = mergeProgress(ours.entries, theirs.entries)
	const ahead = entries.filter((entry) => {
		const other = known.get(entryId(entry))
		return !other || !isSameEntry(other, entry)
	})
	return { ...theirs, owner: theirs.owner ?? ours.owner, entries, unsent: addIds(theirs.unsent, ahead.map(entryId)) }
}

/** The record as a signed-in learner's. What another learner left unsent is set aside for them. */
export function assignOwner(progress: StoredProgress, userId: string): StoredProgress {
	if (progress.owner === userId) return progress
	if (progress.owner === null) return { ...progress, owner: userId, unsent: progress.entries.map(entryId) }
	const { [userId]: own = [], ...others } = progress.parked
	const left = progress.entries.filter((entry) => progress.unsent.includes(entryId(entry)))
	const parked = left.length > 0 ? { ...others, [progress.owner]: left } : others
	return { ...EMPTY_PROGRESS, owner: userId, entries: own, unsent: own.map(entryId), parked }
}

export type Exchange = { sent: readonly ProgressEntry[]; account: readonly ProgressEntry[] }

/** Takes in the account's answer. What changed here meanwhile, or was not accepted, stays as it is. */
export function confirmSent(progress: StoredProgress, { sent, account }: Exchange): StoredProgress {
	const sentById = new Map(sent.map((entry) => [entryId(entry), entry]))
	const taken = new Set(account.map(entryId))
	const isUnchanged = (entry: ProgressEntry) => {
		const original = sentById.get(entryId(entry))
		return original !== undefined && isSameEntry(original, entry)
	}
	const settled = new Set(progress.entries.filter(isUnchanged).map(entryId))
	const kept = progress.entries.filter((entry) => !settled.has(entryId(entry)) || !taken.has(entryId(entry)))
	return { ...progress, entries: mergeProgress(account, kept), unsent: progress.unsent.filter((id) => !settled.has(id)) }
}

/** What the account has not confirmed yet. */
export const unsentEntries = ({ entries, unsent }: StoredProgress): ProgressEntry[] =>
	entries.filter((entry) => unsent.includes(entryId(entry)))
