import { useCallback, useEffect, useState } from 'react'

import { onStorageChange, storedValue } from '#app/lib/browser-storage.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import type { CareerQuiz } from '#content/schema/career-path.ts'
import { CAREER_QUESTION_COUNT } from '#domain/quiz/career-path-quiz.ts'

/**
 * Returns the picked options; each is a vote for a track.
 * @param picks index of the picked option for each question
 */
export const pickedOptions = ({ questions }: CareerQuiz, picks: readonly number[]) =>
	questions.flatMap(({ options }, index) => options[picks[index] ?? -1] ?? [])

/** `picks`: index of the picked option for each question. `takenAt`: milliseconds since 1970. */
type StoredCareerQuiz = { version: 1; picks: readonly number[]; takenAt: number }

const OPTION_COUNT = 3
const isPick = (pick: unknown): pick is number => typeof pick === 'number' && Number.isInteger(pick) && pick >= 0 && pick < OPTION_COUNT

function parseQuiz(raw: unknown): StoredCareerQuiz | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { version, picks, takenAt } = raw as Record<string, unknown>
	if (version !== 1 || typeof takenAt !== 'number' || !Number.isSafeInteger(takenAt) || !Array.isArray(picks)) return null
	return picks.length === CAREER_QUESTION_COUNT && picks.every(isPick) ? { version: 1, picks, takenAt } : null
}

/** The visitor's last finished career quiz; null if there is none, or if it is invalid. */
export const storedCareerQuiz = storedValue(storageKeys.careerQuiz, parseQuiz)

type QuizState =
	| { step: 'closed' }
	| { step: 'answering'; picks: readonly (number | null)[] }
	/** `isFresh`: true if just submitted, false if restored from storage. */
	| { step: 'result'; picks: readonly number[]; isFresh: boolean }

const UNANSWERED: readonly (number | null)[] = Array.from({ length: CAREER_QUESTION_COUNT }, () => null)

/** State of the career quiz. A finished quiz is stored in the browser and shown again on the next visit. */
export function useCareerQuiz() {
	const [state, setState] = useState<QuizState>({ step: 'closed' })

	useEffect(() => {
		const restore = () => {
			const kept = storedCareerQuiz.read()
			if (kept) setState((now) => (now.step === 'closed' ? { step: 'result', picks: kept.picks, isFresh: false } : now))
		}
		restore()
		return onStorageChange(restore)
	}, [])

	const start = useCallback(() => {
		storedCareerQuiz.clear()
		setState({ step: 'answering', picks: UNANSWERED })
	}, [])
	const pick = useCallback((question: number, option: number) => {
		setState((now) => (now.step === 'answering' ? { ...now, picks: now.picks.with(question, option) } : now))
	}, [])

	const picks = state.step === 'answering' ? state.picks.filter((each) => each !== null) : []
	const isReady = picks.length === CAREER_QUESTION_COUNT
	/** @returns the picked options, or null while a question is unanswered */
	function submit(): readonly number[] | null {
		if (!isReady) return null
		storedCareerQuiz.write({ version: 1, picks, takenAt: Date.now() })
		setState({ step: 'result', picks, isFresh: true })
		return picks
	}
	return { state, isReady, answered: picks.length, start, pick, submit }
}
