import { useState } from 'react'

import type { RecallQuestion } from '#contracts/recall.ts'
import { dueAt, findRemembered, memoryId } from '#domain/recall/recall-schedule.ts'

import { formatReturn } from './format-return.ts'
import { questionStore } from './question-store.ts'
import { RecallCard } from './recall-card.tsx'
import { findMemory, type LessonPlace, recallStore } from './recall-store.ts'
import { useRecall } from './use-recall.ts'

/** A recall question within a lesson. Each visit allows a new answer; the stored one decides when the question is due. */
export function LessonRecall({ question, place }: { question: RecallQuestion; place: LessonPlace }) {
	const { items: memories, isKept } = useRecall()
	const [chosen, setChosen] = useState<number | null>(null)
	const held = findRemembered(findMemory(memories, place), question.id)
	const returns = held && formatReturn(dueAt(held), recallStore.nowMs())
	const before = chosen === null ? 'You answered this before. ' : ''

	function choose(index: number) {
		setChosen(index)
		questionStore.add(memoryId(place), question)
		recallStore.answer(place, question.id, index === question.correct)
	}
	return (
		<RecallCard
			question={question}
			chosen={chosen}
			onChoose={choose}
			note={
				returns && (
					<>
						{before}We’ll ask again {returns}.{!isKept && ' But this browser doesn’t let us save your answer.'}
					</>
				)
			}
		/>
	)
}
