import { useEffect, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { dueAt, findRemembered } from '#domain/recall/recall-schedule.ts'

import { formatReturn } from './format-return.ts'
import { RecallCard } from './recall-card.tsx'
import { findMemory, recallStore } from './recall-store.ts'
import type { ReadyQuestion } from './use-questions.ts'
import { useRecall } from './use-recall.ts'

export type RoundResult = { question: ReadyQuestion; isRight: boolean }

type ReviewRoundProps = { questions: readonly ReadyQuestion[]; onEnd: (results: readonly RoundResult[]) => void }

/** Shows the questions one by one. Focus moves to each new question and stays on the answer until the learner continues. */
export function ReviewRound({ questions, onEnd }: ReviewRoundProps) {
	const { items: memories } = useRecall()
	const [results, setResults] = useState<readonly RoundResult[]>([])
	const [index, setIndex] = useState(0)
	const [chosen, setChosen] = useState<number | null>(null)
	const first = useRef<HTMLButtonElement>(null)
	useEffect(() => first.current?.focus(), [index])

	const current = questions[index]
	if (!current) return null
	const isLast = index === questions.length - 1
	const held = chosen === null ? null : findRemembered(findMemory(memories, current), current.questionId)

	function choose(option: number) {
		if (!current) return
		const isRight = option === current.question.correct
		recallStore.answer(current, current.questionId, isRight)
		setChosen(option)
		setResults([...results, { question: current, isRight }])
	}
	function goOn() {
		if (isLast) return onEnd(results)
		setChosen(null)
		setIndex(index + 1)
	}
	return (
		<section
			aria-label="Review"
			className="grid w-full max-w-read justify-items-start gap-5 border-l-[.375rem] border-spruce-ink bg-raised p-5 [&>:first-child]:w-full"
		>
			<RecallCard
				key={index}
				place={`Question ${index + 1} of ${questions.length}`}
				question={current.question}
				chosen={chosen}
				onChoose={choose}
				note={held && `We’ll ask again ${formatReturn(dueAt(held), recallStore.nowMs())}.`}
				firstOption={first}
			/>
			{chosen !== null && <Button onClick={goOn}>{isLast ? 'Finish' : 'Next Question'}</Button>}
		</section>
	)
}
