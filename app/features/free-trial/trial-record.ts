import { useSyncExternalStore } from 'react'

import { SharedRecord } from '#app/lib/shared-record.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { isRecord } from '#domain/json/read-json.ts'
import { isTrialType, type TrialType } from '#domain/quiz/trial-quiz.ts'

export type TrialRecord = {
	/** Position in the welcome: zero-based slide, or seconds into the video. */
	welcome: { slide: number; seconds: number; finished: boolean }
	/** Ticked checklist items: `stream/<id>/<index>` and `plan/<type>/<index>`. */
	ticks: readonly string[]
	answers: Readonly<Record<string, TrialType>>
	hasResult: boolean
	hasPlan: boolean
}

export const EMPTY_TRIAL: TrialRecord = {
	welcome: { slide: 0, seconds: 0, finished: false },
	ticks: [],
	answers: {},
	hasResult: false,
	hasPlan: false,
}

export type TrialEvent =
	| { type: 'slide'; slide: number }
	| { type: 'seconds'; seconds: number }
	| { type: 'welcome-finished' }
	| { type: 'tick'; key: string; done: boolean }
	| { type: 'answer'; questionId: string; value: TrialType }
	/** Ignored while any of these questions is unanswered. */
	| { type: 'show-result'; questionIds: readonly string[] }
	| { type: 'make-plan' }
	| { type: 'restore'; answers: Readonly<Record<string, TrialType>> }

export const streamTick = (streamId: string, index: number) => `stream/${streamId}/${index}`
export const planItemKey = (type: TrialType, index: number) => `plan/${type}/${index}`

export const countAnswers = ({ answers }: TrialRecord, questionIds: readonly string[]): number =>
	questionIds.filter((id) => Object.hasOwn(answers, id)).length

function changeTick(ticks: readonly string[], key: string, done: boolean): readonly string[] {
	const others = ticks.filter((each) => each !== key)
	return done ? [...others, key].toSorted() : others
}

/** @returns the same record if nothing changes */
export function changeTrial(record: TrialRecord, event: TrialEvent): TrialRecord {
	const { welcome } = record
	switch (event.type) {
		case 'slide':
			return event.slide === welcome.slide ? record : { ...record, welcome: { ...welcome, slide: event.slide } }
		case 'seconds':
			return event.seconds === welcome.seconds ? record : { ...record, welcome: { ...welcome, seconds: event.seconds } }
		case 'welcome-finished':
			// The next visit starts from the beginning.
			return { ...record, welcome: { slide: 0, seconds: 0, finished: true } }
		case 'tick':
			return record.ticks.includes(event.key) === event.done
				? record
				: { ...record, ticks: changeTick(record.ticks, event.key, event.done) }
		case 'answer':
			return record.answers[event.questionId] === event.value
				? record
				: { ...record, answers: { ...record.answers, [event.questionId]: event.value } }
		case 'show-result':
			return record.hasResult || countAnswers(record, event.questionIds) < event.questionIds.length
				? record
				: { ...record, hasResult: true }
		case 'make-plan':
			return record.hasPlan || !record.hasResult ? record : { ...record, hasPlan: true }
		case 'restore':
			return Object.keys(record.answers).length > 0 ? record : { ...record, answers: event.answers, hasResult: true }
	}
}

export type TrialBadge = 'mindset' | 'income-map' | 'your-type' | 'action-plan'

export function earnedBadges(record: TrialRecord): ReadonlySet<TrialBadge> {
	const earned: Record<TrialBadge, boolean> = {
		mindset: record.welcome.finished,
		'income-map': record.ticks.some((key) => key.startsWith('stream/')),
		'your-type': record.hasResult,
		'action-plan': record.hasPlan,
	}
	return new Set((Object.keys(earned) as TrialBadge[]).filter((badge) => earned[badge])) // safe: the keys of the record above
}

const readPosition = (raw: unknown) => (typeof raw === 'number' && Number.isFinite(raw) && raw >= 0 ? raw : 0)

/** Parses a stored record; null if it isn't an object. Invalid parts count as not done. */
export function parseTrial(raw: unknown): TrialRecord | null {
	if (!isRecord(raw)) return null
	const welcome = isRecord(raw.welcome) ? raw.welcome : {}
	const answers = isRecord(raw.answers) ? Object.entries(raw.answers) : []
	const hasResult = raw.hasResult === true
	return {
		welcome: {
			slide: Math.trunc(readPosition(welcome.slide)),
			seconds: readPosition(welcome.seconds),
			finished: welcome.finished === true,
		},
		ticks: Array.isArray(raw.ticks) ? raw.ticks.filter((tick) => typeof tick === 'string') : [],
		answers: Object.fromEntries(answers.filter((entry): entry is [string, TrialType] => isTrialType(entry[1]))),
		hasResult,
		hasPlan: hasResult && raw.hasPlan === true,
	}
}

/**
 * The visitor's trial in this browser. If several tabs write, the last one wins: a trial is a single path, so two records can't be merged.
 */
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
