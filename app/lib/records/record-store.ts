import { useSyncExternalStore } from 'react'

import { SharedRecord } from '#app/lib/shared-record.ts'

import {
	type AccountPartition,
	type AccountPartitions,
	assignOwner,
	confirmSent,
	EMPTY_PARTITIONS,
	type Exchange,
	findPartition,
	mergeTabRecords,
	type RecordRules,
	storeItem,
	unsentItems,
} from './account-partitions.ts'
import type { PartitionsCodec } from './stored-partitions.ts'

export type RecordView<T> = {
	items: readonly T[]
	unsent: readonly string[]
	/** False if the browser can't store the records; they are lost when the page is closed. */
	isKept: boolean
}

const EMPTY_VIEW: RecordView<never> = { items: [], unsent: [], isKept: true }

/** Empty snapshot for `useSyncExternalStore` during server rendering. */
export const readEmptyRecords = (): RecordView<never> => EMPTY_VIEW

type StoreRules<T> = RecordRules<T> &
	PartitionsCodec<T> & { /** Runs after records are stored, before any listener. */ onKept?: (items: readonly T[]) => void }

export class RecordStore<T> {
	readonly rules: StoreRules<T>
	readonly #record: SharedRecord<AccountPartitions<T>>
	#view: RecordView<T> = EMPTY_VIEW

	constructor(key: string, rules: StoreRules<T>) {
		this.rules = rules
		this.#record = new SharedRecord(key, {
			...rules,
			empty: EMPTY_PARTITIONS,
			unite: (held, stored) => mergeTabRecords(held, stored, rules),
		})
	}

	/** Account that the records belong to; `''` before the first sign-in. */
	get owner(): string {
		return this.#record.read().owner
	}

	/** Returns the owner's records, including this tab's changes. The same object until something changes. */
	ownPartition(): AccountPartition<T> {
		return findPartition(this.#record.read())
	}

	/** @returns the same object until something changes, as `useSyncExternalStore` requires */
	readonly view = (): RecordView<T> => {
		const { items, unsent } = this.ownPartition()
		const { isKept } = this.#record
		if (this.#view.items !== items || this.#view.unsent !== unsent || this.#view.isKept !== isKept) this.#view = { items, unsent, isKept }
		return this.#view
	}

	/** Returns the records that this account hasn't confirmed; none if another account is the owner. */
	unsent(userId: string): T[] {
		return this.owner === userId ? unsentItems(this.ownPartition(), this.rules) : []
	}

	/** True if this browser has records that this account hasn't confirmed, or records from before the first sign-in. */
	isPending(userId: string): boolean {
		return findPartition(assignOwner(this.#record.read(), userId, this.rules)).unsent.length > 0
	}

	readonly subscribe = (listener: () => void): (() => void) => this.#record.subscribe(listener)

	/** @param resend IDs of other records to send again */
	put(item: T, resend?: readonly string[]): void {
		this.#keep(storeItem(this.#record.read(), { item, ...(resend && { resend }) }, this.rules))
	}

	/** Makes this account the owner of all records, including those from before the first sign-in. */
	prepareFor(userId: string): void {
		this.#keep(assignOwner(this.#record.read(), userId, this.rules))
	}

	/** Merges the account's response; does nothing if another account has signed in since. */
	confirm(userId: string, exchange: Exchange<T>): void {
		const held = this.#record.read()
		if (held.owner === userId) this.#keep(confirmSent(held, exchange, this.rules))
	}

	#keep(next: AccountPartitions<T>) {
		this.#record.keep(next, () => this.rules.onKept?.(findPartition(next).items))
	}
}

export const useRecords = <T>(store: RecordStore<T>): RecordView<T> => useSyncExternalStore(store.subscribe, store.view, readEmptyRecords)
