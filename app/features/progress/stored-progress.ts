import type { AccountPartition } from '#app/lib/records/account-partitions.ts'
import { listParser, partitionsCodec, type PartitionsCodec } from '#app/lib/records/stored-partitions.ts'
import { isRecord, isNonNegativeInteger } from '#domain/json/read-json.ts'
import { mergeProgress } from '#domain/progress/merge-progress.ts'
import { entryId, PROGRESS_KINDS, type ProgressDetail, type ProgressEntry } from '#domain/progress/progress-entry.ts'

function parseDetail(raw: unknown): ProgressDetail | null {
	if (!isRecord(raw)) return null
	const facts = Object.entries(raw).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
	return facts.length > 0 ? (Object.fromEntries(facts) as ProgressDetail) : null
}

function parseEntry(raw: unknown): ProgressEntry | null {
	if (!isRecord(raw)) return null
	const kind = PROGRESS_KINDS.find((each) => each === raw.kind)
	const { key, done, changedAt } = raw
	if (!kind || typeof key !== 'string' || key === '' || typeof done !== 'boolean' || !isNonNegativeInteger(changedAt)) return null
	const detail = parseDetail(raw.detail)
	return { kind, key, done, changedAt, ...(detail && { detail }) }
}

export const parseEntries = listParser(parseEntry, mergeProgress)

const { parse } = partitionsCodec('entries', parseEntries)
const mapPartitions = <A, B>(books: Readonly<Record<string, A>>, to: (partition: A) => B) =>
	Object.fromEntries(Object.entries(books).map(([owner, partition]) => [owner, to(partition)]))

/**
 * Codec for `launchway_progress`. The owner's entries are at the top level; under `parked` are unsent entries of learners who used this
 * browser before.
 */
export const storedProgress: PartitionsCodec<ProgressEntry> = {
	parse(raw) {
		if (!isRecord(raw)) return null
		const owner = typeof raw.owner === 'string' ? raw.owner : ''
		const parked = mapPartitions(isRecord(raw.parked) ? raw.parked : {}, (entries) => ({
			entries,
			unsent: parseEntries(entries).map(entryId),
		}))
		return parse({ owner, books: { ...parked, [owner]: raw } })
	},
	encode({ owner, books }) {
		const { [owner]: own, ...others } = books
		const parked = mapPartitions(others, ({ items }: AccountPartition<ProgressEntry>) => items)
		return { version: 1, owner: owner || null, entries: own?.items ?? [], unsent: own?.unsent ?? [], parked }
	},
}
