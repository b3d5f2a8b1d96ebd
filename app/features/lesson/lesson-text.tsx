import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import type { LessonResponse } from '#contracts/course.ts'
import type { RecallQuestion } from '#contracts/recall.ts'
import type { Exercise } from '#domain/exercises/exercise.ts'

type LessonTextProps = {
	body: Pick<LessonResponse, 'bodyHtml' | 'exercises' | 'recalls'>
	renderExercise: (exercise: Exercise) => ReactNode
	renderRecall: (question: RecallQuestion) => ReactNode
}

type Places = { exercises: readonly HTMLElement[]; recalls: readonly HTMLElement[] }

/** Empties a server-rendered placeholder, once. Replaces a <details> with a <section>, because a collapsed one would hide the content. */
function clear(found: HTMLElement): HTMLElement {
	if (found.dataset.alive !== undefined) return found
	let place = found
	if (found.tagName === 'DETAILS') {
		place = document.createElement('section')
		place.className = found.className
		Object.assign(place.dataset, found.dataset)
		found.replaceWith(place)
	}
	place.replaceChildren()
	place.dataset.alive = ''
	// The attribute refers to the removed heading.
	place.removeAttribute('aria-labelledby')
	return place
}

/** Text of a lesson. Exercises and recall questions replace their server-rendered placeholders. */
export function LessonText({ body: { bodyHtml, exercises, recalls }, renderExercise, renderRecall }: LessonTextProps) {
	const frame = useRef<HTMLDivElement>(null)
	const [places, setPlaces] = useState<Places>({ exercises: [], recalls: [] })
	useLayoutEffect(() => {
		const find = (selector: string) => [...(frame.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
		setPlaces({
			exercises: find('[data-exercise]')
				.filter(({ dataset }) => exercises.some(({ id }) => id === dataset.exercise))
				.map(clear),
			recalls: find('[data-recall]')
				.filter(({ dataset }) => recalls.some(({ id }) => id === dataset.recall))
				.map(clear),
		})
	}, [bodyHtml, exercises, recalls])
	return (
		<>
			<div ref={frame}>
				<SanitizedHtml className="prose" html={bodyHtml} />
			</div>
			{places.exercises.map((place) => {
				const exercise = exercises.find(({ id }) => id === place.dataset.exercise)
				return exercise && createPortal(renderExercise(exercise), place, exercise.id)
			})}
			{places.recalls.map((place) => {
				const question = recalls.find(({ id }) => id === place.dataset.recall)
				return question && createPortal(renderRecall(question), place, question.id)
			})}
		</>
	)
}
