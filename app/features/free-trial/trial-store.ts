import { browserStorage, onStorageChange, storedValue } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

import { changeTrial, EMPTY_TRIAL, parseTrial, type TrialEvent, type TrialRecord } from './trial-record.ts'

const value = storedValue(storageKeys.trial, parseTrial)

function readRaw(): string | null {
	try {
		return browserStorage()?.getItem(storageKeys.trial) ?? null
	} catch {
		return null
	}
}

/** The visitor's trial in this browser, mirrored in memory: where storage is blocked or full, the page goes on without it. */
export class TrialStore {
	readonly #listeners = new Set<() => void>()
	#record: TrialRecord = EMPTY_TRIAL
	#lastRaw: string | null = null

	/** @returns the same object until something changes, so that React may compare it */
	readonly read = (): TrialRecord => {
		const raw = readRaw()
		if (raw === this.#lastRaw) return this.#record
		this.#lastRaw = raw
		this.#record = value.read() ?? EMPTY_TRIAL
		return this.#record
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		const stop = onStorageChange(listener)
		return () => {
			this.#listeners.delete(listener)
			stop()
		}
	}

	/** @returns the record after the event */
	readonly change = (event: TrialEvent): TrialRecord => {
		const next = changeTrial(this.read(), event)
		if (next === this.#record) return next
		this.#record = next
		this.#lastRaw = JSON.stringify(next) // what we write ourselves need not be read again
		if (!value.write(next)) this.#lastRaw = readRaw()
		for (const listener of this.#listeners) listener()
		return next
	}
}

/** The one store of this tab. */
export const trialStore = new TrialStore()
