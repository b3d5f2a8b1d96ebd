import { useEffect, useState, useSyncExternalStore } from 'react'

import { callApi } from '#app/lib/own-api.ts'
import { MAX_LESSONS_PER_REQUEST, type RecallQuestion, type RecallQuestionsResponse } from '#contracts/recall.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import type { QuestionPlace } from '#domain/recall/due-questions.ts'
import { memoryId } from '#domain/recall/recall-schedule.ts'

import { questionStore } from './question-store.ts'

const NOTHING: ReturnType<typeof questionStore.read> = {}

export type ReadyQuestion = QuestionPlace & { question: RecallQuestion }

type Texts = {
	ready: readonly ReadyQuestion[]
	count: number
	missing: number
	state: 'asking' | 'here' | 'unreachable'
	tryAgain: () => void
}

type Wanted = {
	due: readonly QuestionPlace[]
	size: number
	/** Modules completed in this browser while signed out. */
	completed: ReadonlySet<ModuleId>
	/** False until the account has the learner's progress, which decides which lessons may be read. */
	canAsk: boolean
}

async function fetchQuestions(lessons: readonly string[], completed: ReadonlySet<ModuleId>): Promise<void> {
	const claim = completed.size > 0 ? `&completed=${[...completed].toSorted((a, b) => a - b).join(',')}` : ''
	const answer = await callApi<RecallQuestionsResponse>(`/api/recall/questions?lessons=${lessons.join(',')}${claim}`)
	questionStore.takeAnswer(lessons, answer.lessons)
}

/** Returns the first due questions with their texts: the stored ones at first, then the server's. */
export function useQuestions({ due, size, completed, canAsk }: Wanted): Texts {
	const held = useSyncExternalStore(questionStore.subscribe, questionStore.read, () => NOTHING)
	const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
	const [hasFailed, setFailed] = useState(false)
	const find = ({ questionId, ...place }: QuestionPlace) => held[memoryId(place)]?.find(({ id }) => id === questionId)
	// Questions missing from a response are locked or no longer in the course.
	const open = due.filter((place) => find(place) !== undefined || !answered.has(memoryId(place)))
	const selected = open.slice(0, size)
	const ready = selected.flatMap((place) => {
		const question = find(place)
		return question ? [{ ...place, question }] : []
	})
	const lessons = [...new Set(selected.map(memoryId))].filter((name) => !answered.has(name)).slice(0, MAX_LESSONS_PER_REQUEST)
	const missingLessons = canAsk && !hasFailed ? lessons.join(',') : ''
	useEffect(() => {
		if (missingLessons === '') return
		const names = missingLessons.split(',')
		let isLeft = false
		fetchQuestions(names, completed).then(
			() => isLeft || setAnswered((before) => new Set([...before, ...names])),
			() => isLeft || setFailed(true),
		)
		return () => void (isLeft = true)
		// oxlint-disable-next-line react/exhaustive-deps -- one request per list of lessons
	}, [missingLessons])
	return {
		ready,
		count: open.length,
		missing: selected.length - ready.length,
		state: lessons.length === 0 ? 'here' : hasFailed ? 'unreachable' : 'asking',
		tryAgain: () => setFailed(false),
	}
}
