import { SharedRecord } from '#app/lib/shared-record.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'

import { changeTrial, EMPTY_TRIAL, parseTrial, type TrialEvent, type TrialRecord } from './trial-record.ts'

/** The visitor's trial in this browser. The tab that wrote last wins: a trial is one path, not a collection. */
export class TrialStore {
	readonly #record = new SharedRecord<TrialRecord>(storageKeys.trial, {
		empty: EMPTY_TRIAL,
		parse: (raw) => parseTrial(raw) ?? EMPTY_TRIAL,
		unite: (_, stored) => stored,
	})

	/** @returns the same object until something changes, so that React can compare it */
	readonly read = (): TrialRecord => this.#record.read()

	readonly subscribe = (listener: () => void): (() => void) => this.#record.subscribe(listener)

	/** @returns the record after the event */
	readonly change = (event: TrialEvent): TrialRecord => {
		const next = changeTrial(this.read(), event)
		this.#record.keep(next)
		return next
	}
}

/** The one store of this tab. */
export const trialStore = new TrialStore()
