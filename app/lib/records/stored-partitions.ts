import { isRecord } from '#domain/json/read-json.ts'

import type { AccountPartitions } from './account-partitions.ts'

export type PartitionsCodec<T> = { parse: (raw: unknown) => AccountPartitions<T> | null; encode: (books: AccountPartitions<T>) => unknown }

const strings = (raw: unknown): string[] => (Array.isArray(raw) ? raw.filter((each) => typeof each === 'string') : [])

/**
 * Codec that drops invalid parts of the stored value.
 * @param list property of a partition that contains its records
 * @param parseItems parses a list, dropping unreadable records and merging duplicates
 */
export function partitionsCodec<T>(list: string, parseItems: (raw: unknown) => readonly T[]): PartitionsCodec<T> {
	function parsePartition(raw: unknown) {
		const partition = isRecord(raw) ? raw : {}
		return { items: parseItems(partition[list]), unsent: strings(partition.unsent) }
	}
	return {
		parse(raw) {
			if (!isRecord(raw)) return null
			const books = isRecord(raw.books)
				? Object.entries(raw.books).map(([owner, partition]) => [owner, parsePartition(partition)] as const)
				: []
			return { owner: typeof raw.owner === 'string' ? raw.owner : '', books: Object.fromEntries(books) }
		},
		encode({ owner, books }) {
			const written = Object.entries(books).map(([name, { items, unsent }]) => [name, { [list]: items, unsent }] as const)
			return { version: 1, owner, books: Object.fromEntries(written) }
		},
	}
}

/** Returns a parser for a list of records, which drops unreadable ones and merges duplicates. */
export const listParser =
	<T>(parse: (raw: unknown) => T | null, merge: (ours: readonly T[], theirs: readonly T[]) => T[]) =>
	(raw: unknown): T[] =>
		merge(Array.isArray(raw) ? raw.map(parse).filter((item) => item !== null) : [], [])
