import { useSyncExternalStore } from 'react'

import { SharedRecord } from '#app/lib/shared-record.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

import { changeTrial, EMPTY_TRIAL, parseTrial, type TrialEvent, type TrialRecord } from './trial-record.ts'

/** The visitor's trial in this browser. If several tabs write, the last one wins: the trial is one path and can't be merged. */
export class TrialStore {
	readonly #record = new SharedRecord<TrialRecord>(storageKeys.trial, {
		empty: EMPTY_TRIAL,
		parse: (raw) => parseTrial(raw) ?? EMPTY_TRIAL,
		unite: (_, stored) => stored,
	})

	/** @returns the same object until something changes, as `useSyncExternalStore` requires */
	readonly read = (): TrialRecord => this.#record.read()

	readonly subscribe = (listener: () => void): (() => void) => this.#record.subscribe(listener)

	readonly change = (event: TrialEvent): TrialRecord => {
		const next = changeTrial(this.read(), event)
		this.#record.keep(next)
		return next
	}
}

const trialStore = new TrialStore()

/** Returns this browser's trial progress and a function that changes it. Empty until hydration. */
export const useTrial = () => ({
	record: useSyncExternalStore(trialStore.subscribe, trialStore.read, () => EMPTY_TRIAL),
	change: trialStore.change,
})
