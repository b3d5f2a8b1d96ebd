import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { SanitizedHtml } from '#app/ui/raw-html.tsx'
import type { Exercise } from '#domain/exercises/exercise.ts'

type LessonTextProps = { html: string; exercises: readonly Exercise[]; render: (exercise: Exercise) => ReactNode }

/** A lesson's text. Where the server put the words of an exercise, the exercise itself takes their place. */
export function LessonText({ html, exercises, render }: LessonTextProps) {
	const frame = useRef<HTMLDivElement>(null)
	const [places, setPlaces] = useState<readonly HTMLElement[]>([])
	useLayoutEffect(() => {
		const found = [...(frame.current?.querySelectorAll<HTMLElement>('[data-exercise]') ?? [])]
		const known = found.filter(({ dataset }) => exercises.some(({ id }) => id === dataset.exercise))
		for (const place of known) {
			if (place.dataset.alive === undefined) place.replaceChildren()
			place.dataset.alive = ''
			// What named it is among the words that were taken away.
			place.removeAttribute('aria-labelledby')
		}
		setPlaces(known)
	}, [html, exercises])
	return (
		<>
			<div ref={frame}>
				<SanitizedHtml className="prose" html={html} />
			</div>
			{places.map((place) => {
				const exercise = exercises.find(({ id }) => id === place.dataset.exercise)
				return exercise && createPortal(render(exercise), place, exercise.id)
			})}
		</>
	)
}
